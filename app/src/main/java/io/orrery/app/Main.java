package io.orrery.app;

import io.orrery.app.command.CommandLineTool;
import io.orrery.app.command.Outside;
import io.orrery.app.terminal.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;

/// Where the process begins.
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    // A server's own log is worth reading at INFO; that of a command would only be in the way.
    if (arguments.length > 0 && !arguments[0].equals("server")) {
      System.setProperty("orrery.log", System.getProperty("orrery.log", "WARN"));
    }
    var environment = System.getenv();
    var outside =
        new Outside(
            utf8(FileDescriptor.out),
            utf8(FileDescriptor.err),
            Terminal.of(System.getProperty("orrery.terminal", ""), environment),
            environment,
            Path.of("").toAbsolutePath(),
            InstantSource.system(),
            new House(environment));
    int code = CommandLineTool.run(outside, arguments);
    outside.out().flush();
    outside.err().flush();
    System.exit(code);
  }

  /// UTF-8 whatever the locale: what goes through a pipe must not depend on it.
  private static PrintStream utf8(FileDescriptor stream) {
    return new PrintStream(new FileOutputStream(stream), true, StandardCharsets.UTF_8);
  }
}
