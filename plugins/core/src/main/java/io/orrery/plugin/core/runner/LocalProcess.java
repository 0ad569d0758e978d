package io.orrery.plugin.core.runner;

import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.TaskRunnerType;

@Plugin(
    type = "io.kestra.plugin.core.runner.Process",
    aliases = "io.kestra.core.models.tasks.runners.types.ProcessTaskRunner",
    title = "Runs a script as a process on the machine of the worker.")
public record LocalProcess() implements TaskRunnerType {

  @Override
  public boolean local() {
    return true;
  }
}
