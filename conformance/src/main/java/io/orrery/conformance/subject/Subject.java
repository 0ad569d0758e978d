package io.orrery.conformance.subject;

import java.time.Duration;
import java.time.InstantSource;

/// One running instance, empty when it was opened.
public interface Subject
    extends FlowSubject, ExecutionSubject, DataSubject, OuterSubject, AutoCloseable {

  /// The instance's own clock.
  InstantSource clock();

  /// Lets time go by.
  void pass(Duration time);

  @Override
  void close();
}
