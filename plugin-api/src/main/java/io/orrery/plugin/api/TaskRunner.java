package io.orrery.plugin.api;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Runs a program to its end.
public interface TaskRunner {

  /// Starts the program and waits for it. All that it wrote has been given to `lines` when this
  /// returns. When it ends, or when the calling thread is interrupted, none of the processes that
  /// it started stay.
  ///
  /// @return the exit code
  int run(Command command, Lines lines) throws IOException, InterruptedException;

  /// A program with its arguments.
  ///
  /// @param environment added to that of the worker, secrets of which are left out
  record Command(List<String> arguments, Map<String, String> environment, Path folder) {
    public Command {
      arguments = List.copyOf(arguments);
      environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }
  }

  /// Takes the lines of a program as they come. May block: the program then waits. Called by one
  /// thread a stream.
  interface Lines {
    void line(Stream stream, String text);
  }

  enum Stream {
    OUT,
    ERR
  }
}
