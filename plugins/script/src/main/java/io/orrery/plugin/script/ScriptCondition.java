package io.orrery.plugin.script;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.Memory;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// When a trigger that runs a script fires: what all of them have in common.
public record ScriptCondition(
    @Doc(
            value =
                "`exit N` for an exit code, or a regular expression that a part of the standard"
                    + " output must match.",
            defaultText = "exit 0")
        Property<String> exitCondition,
    @Doc(
            value = "Whether it fires only when the condition did not hold the time before.",
            defaultText = "true")
        Property<Boolean> edge) {

  private static final Pattern EXIT = Pattern.compile("exit\\s+(\\d{1,3})");
  private static final String HELD = "held";

  /// @param timestamp when the script had ended
  public record Output(
      @Doc("When the script had ended.") Instant timestamp,
      @Doc("The condition that held.") String condition,
      @Doc("The exit code.") int exitCode,
      @Doc("What the script said with lines of the form `::{\"outputs\": …}::`.")
          Map<String, Object> vars) {}

  /// What the end of a script means to the trigger.
  public List<Found<Output>> judge(ScriptRun.Ended ended, RunContext context, Memory memory) {
    var condition = context.render(exitCondition).map(String::strip).orElse("exit 0");
    boolean holds = holds(condition, ended);
    boolean held = Boolean.TRUE.equals(memory.values().get(HELD));
    memory.keep(Map.of(HELD, holds));
    if (!holds || (held && context.render(edge).orElse(true))) {
      return List.of();
    }
    return List.of(
        Found.of(
            new Output(
                context.clock().instant().truncatedTo(ChronoUnit.MILLIS),
                condition,
                ended.output().exitCode(),
                ended.output().vars())));
  }

  private static boolean holds(String condition, ScriptRun.Ended ended) {
    var exit = EXIT.matcher(condition);
    if (exit.matches()) {
      return ended.output().exitCode() == Integer.parseInt(exit.group(1));
    }
    try {
      return Pattern.compile(condition, Pattern.MULTILINE).matcher(ended.text()).find();
    } catch (PatternSyntaxException e) {
      throw new TaskFailure(
          "exitCondition '"
              + condition
              + "' is neither 'exit N' nor a regular expression: "
              + e.getDescription(),
          e);
    }
  }
}
