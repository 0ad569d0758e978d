package io.orrery.app.command;

import io.orrery.app.terminal.Terminal;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// The world around the process, so that tests can be one.
///
/// @param folder where relative paths of the command line begin
public record Outside(
    PrintStream out,
    PrintStream err,
    Terminal terminal,
    Map<String, String> environment,
    Path folder,
    InstantSource clock,
    Parts parts) {

  public Outside {
    environment = new LinkedHashMap<>(environment);
  }
}
