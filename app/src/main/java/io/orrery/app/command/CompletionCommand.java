package io.orrery.app.command;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

@Command(
    name = "completion",
    description = "Prints a completion script for bash (zsh reads it after 'bashcompinit').",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  source <(orrery completion)",
      "  orrery completion > /etc/bash_completion.d/orrery"
    })
final class CompletionCommand implements Callable<Integer> {

  private final Outside outside;

  CompletionCommand(Outside outside) {
    this.outside = outside;
  }

  @Override
  public Integer call() {
    outside.out().print(AutoComplete.bash("orrery", CommandLineTool.of(outside)));
    return ExitCode.DONE;
  }
}
