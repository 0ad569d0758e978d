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
    type = "io.kestra.plugin.scripts.python.Script",
    title = "Runs a Python script.",
    examples =
        @Example(
            """
            id: python
            type: io.kestra.plugin.scripts.python.Script
            taskRunner:
              type: io.kestra.plugin.core.runner.Process
            script: |
              import json
              print("::" + json.dumps({"outputs": {"answer": 42}}) + "::")
            """))
public record Script(
    @Doc(value = "The text of the script.", required = true) Property<String> script,
    @Inline PythonOptions python,
    @Inline ScriptOptions options)
    implements RunnableTask<ScriptOutput> {

  @Override
  public ScriptOutput run(RunContext context) throws Exception {
    python.warn(context);
    return ScriptRun.fileScript(script, List.of("python3", "python"), ".py", options, context);
  }
}
