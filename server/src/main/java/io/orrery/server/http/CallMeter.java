package io.orrery.server.http;

/// Told of every call that ended.
@FunctionalInterface
public interface CallMeter {

  /// @param pattern of the route; empty when there was none
  void ended(String method, String pattern, int status, long nanos);
}
