package io.orrery.plugin.api;

/// A place where scripts run, as `taskRunner` of a script names it.
public interface TaskRunnerType {

  /// Whether it is the machine of the worker itself.
  boolean local();
}
