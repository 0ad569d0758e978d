package io.orrery.plugin.script.python;

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
    type = "io.kestra.plugin.scripts.python.Commands",
    aliases = "io.kestra.core.tasks.scripts.Python",
    title = "Runs shell commands that use Python.",
    examples =
        @Example(
            """
            id: python
            type: io.kestra.plugin.scripts.python.Commands
            taskRunner:
              type: io.kestra.plugin.core.runner.Process
            inputFiles:
              main.py: |
                print("Hello")
            commands:
              - python3 main.py
            """))
public record Commands(
    @Doc(value = "The commands, run one after another by one shell.", required = true)
        Property<List<String>> commands,
    @Inline PythonOptions python,
    @Inline ScriptOptions options)
    implements RunnableTask<ScriptOutput> {

  @Override
  public ScriptOutput run(RunContext context) throws Exception {
    python.warn(context);
    return ScriptRun.commands(commands, options, context);
  }
}
