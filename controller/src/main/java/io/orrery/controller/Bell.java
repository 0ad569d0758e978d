package io.orrery.controller;

/// Rings at whoever was told to listen; nobody at first. Mailbox and controller need each other,
/// and meet here.
public final class Bell implements Runnable {

  private volatile Runnable listener = () -> {};

  void set(Runnable newListener) {
    listener = newListener;
    newListener.run(); // for what came before it listened
  }

  @Override
  public void run() {
    listener.run();
  }
}
