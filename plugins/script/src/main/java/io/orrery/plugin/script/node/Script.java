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
    type = "io.kestra.plugin.scripts.node.Script",
    title = "Runs a Node.js script.",
    examples =
        @Example(
            """
            id: node
            type: io.kestra.plugin.scripts.node.Script
            taskRunner:
              type: io.kestra.plugin.core.runner.Process
            script: |
              console.log("Hello")
            """))
public record Script(
    @Doc(value = "The text of the script.", required = true) Property<String> script,
    @Inline ScriptOptions options)
    implements RunnableTask<ScriptOutput> {

  @Override
  public ScriptOutput run(RunContext context) throws Exception {
    return ScriptRun.fileScript(script, List.of("node"), ".js", options, context);
  }
}
