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

@Plugin(
    type = "io.kestra.plugin.scripts.shell.Script",
    title = "Runs a shell script.",
    examples =
        @Example(
            """
            id: shell
            type: io.kestra.plugin.scripts.shell.Script
            taskRunner:
              type: io.kestra.plugin.core.runner.Process
            script: |
              for i in 1 2 3; do
                echo "$i"
              done
            """))
public record Script(
    @Doc(value = "The text of the script.", required = true) Property<String> script,
    @Inline ScriptOptions options)
    implements RunnableTask<ScriptOutput> {

  @Override
  public ScriptOutput run(RunContext context) throws Exception {
    return ScriptRun.shellScript(script, options, context);
  }
}
