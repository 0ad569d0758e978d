package io.orrery.plugin.script.shell;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.script.ScriptOptions;
import io.orrery.plugin.script.ScriptOutput;
import io.orrery.plugin.script.ScriptRun;
import java.util.List;

@Plugin(
    type = "io.kestra.plugin.scripts.shell.Commands",
    aliases = "io.kestra.core.tasks.scripts.Bash",
    title = "Runs shell commands.",
    examples =
        @Example(
            """
            id: shell
            type: io.kestra.plugin.scripts.shell.Commands
            taskRunner:
              type: io.kestra.plugin.core.runner.Process
            commands:
              - echo "from {{ flow.id }}" > greeting.txt
              - "echo '::{\\\"outputs\\\": {\\\"lines\\\": 1}}::'"
            outputFiles:
              - greeting.txt
            """))
public record Commands(
    @Doc(value = "The commands, run one after another by one shell.", required = true)
        Property<List<String>> commands,
    @Inline ScriptOptions options)
    implements RunnableTask<ScriptOutput> {

  @Override
  public ScriptOutput run(RunContext context) throws Exception {
    return ScriptRun.commands(commands, options, context);
  }
}
