package io.orrery.plugin.script.node;

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
    type = "io.kestra.plugin.scripts.node.Commands",
    aliases = "io.kestra.core.tasks.scripts.Node",
    title = "Runs shell commands that use Node.js.",
    examples =
        @Example(
            """
            id: node
            type: io.kestra.plugin.scripts.node.Commands
            taskRunner:
              type: io.kestra.plugin.core.runner.Process
            inputFiles:
              main.js: |
                console.log("Hello")
            commands:
              - node main.js
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
