package io.orrery.plugin.api;

import java.util.List;

/// Where a [RealtimeTrigger] hands its messages on. Safe for many threads; one message at a time.
public interface Emitter<O> {

  /// The source answers: until this, or the first emit, people see the trigger as disconnected. To
  /// be called again after each time that the connection was lost and found again.
  void connected();

  /// The connection is lost, and the plugin is mending it by itself: people see why. A listener
  /// that gives up throws instead.
  void disconnected(String why);

  /// Starts an execution for each of these, in one commit. Returns once that is kept, however long
  /// that takes: then the messages may be acknowledged at their source. This is the back-pressure.
  ///
  /// @throws InterruptedException when the trigger is to stop: nothing was kept, or nobody knows;
  ///   do not acknowledge, and return
  void emit(List<Found<O>> found) throws InterruptedException;

  /// One message.
  default void emit(Found<O> found) throws InterruptedException {
    emit(List.of(found));
  }
}
