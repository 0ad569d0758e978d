package io.orrery.plugin.mqtt;

import java.io.IOException;

/// A broker on a port of its own, which may go away and come back.
interface Broker {

  /// Returns once it answers.
  void start() throws IOException, InterruptedException;

  void stop() throws InterruptedException;

  int port();
}
