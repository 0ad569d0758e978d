package io.orrery.app.command;

import io.orrery.app.config.Reference;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "configuration",
    description = "Prints every setting with its default (Markdown, as docs/configuration.md).",
    mixinStandardHelpOptions = true,
    footer = {"", "Examples:", "  orrery configuration | grep http"})
final class ConfigurationCommand implements Callable<Integer> {

  private final Outside outside;

  ConfigurationCommand(Outside outside) {
    this.outside = outside;
  }

  @Override
  public Integer call() {
    outside.out().print(Reference.page());
    return ExitCode.DONE;
  }
}
