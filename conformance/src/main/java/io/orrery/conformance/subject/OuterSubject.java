package io.orrery.conformance.subject;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The outside of an instance: its HTTP API and its command line.
public interface OuterSubject {

  default HttpAnswer http(HttpCall call) {
    throw new Unsupported("HTTP API");
  }

  /// @param folder the current directory of the command
  default CommandResult command(List<String> arguments, Path folder) {
    throw new Unsupported("command line");
  }

  /// @param target path and query
  /// @param body absent: none
  /// @param stream whether the answer is an event stream, read until it ends
  record HttpCall(
      String method,
      String target,
      Map<String, String> headers,
      Optional<Content> body,
      boolean stream) {}

  record HttpAnswer(int status, Map<String, String> headers, Content body) {}

  record CommandResult(int exitCode, String stdout, String stderr) {}
}
