package io.orrery.plugin.script.node;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Memory;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.PollingTrigger;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.script.ScriptCondition;
import io.orrery.plugin.script.ScriptOptions;
import io.orrery.plugin.script.ScriptRun;
import java.util.List;

@Plugin(
    type = "io.kestra.plugin.scripts.node.ScriptTrigger",
    title = "Runs a JavaScript script, and starts the flow when it ends as it should.",
    examples =
        @Example(
            """
            id: ready
            type: io.kestra.plugin.scripts.node.ScriptTrigger
            interval: PT30S
            exitCondition: exit 0
            script: |
              process.exit(0)
            """))
public record ScriptTrigger(
    @Doc(value = "The text of the script.", required = true) Property<String> script,
    @Inline ScriptCondition condition,
    @Inline ScriptOptions options)
    implements PollingTrigger<ScriptCondition.Output> {

  @Override
  public List<Found<ScriptCondition.Output>> evaluate(RunContext context, Memory memory)
      throws Exception {
    var ended = ScriptRun.tryFileScript(script, List.of("node"), ".js", options, context);
    return condition.judge(ended, context, memory);
  }
}
