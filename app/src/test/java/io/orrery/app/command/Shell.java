package io.orrery.app.command;

import io.orrery.app.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// Runs commands as a shell would, and keeps what they print.
final class Shell {

  static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

  final Map<String, String> environment = new LinkedHashMap<>();
  private final Path folder;
  private final Parts parts;

  Shell(Path folder, Parts parts) {
    this.folder = folder;
    this.parts = parts;
  }

  record Said(int code, String out, String err) {}

  Said run(String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var outside =
        new Outside(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            Terminal.NONE,
            environment,
            folder,
            InstantSource.fixed(NOW),
            parts);
    int code = CommandLineTool.run(outside, arguments);
    return new Said(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
