package io.orrery.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.property.Chance;
import io.orrery.expression.Services;
import io.orrery.expression.pebble.PebbleTemplates;
import io.orrery.model.flow.Task;
import io.orrery.model.state.State;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The engine against the plain reading of the rules.
class ReferenceTest {

  private static final int FLOWS = 1_500;

  private final PebbleTemplates templates = new PebbleTemplates();

  @Test
  void any_flow_comes_to_what_the_rules_say() {
    Chance.forSeeds(FLOWS, this::compare);
  }

  private void compare(long seed) {
    var drawn = new RandomFlow(seed);
    var yaml = drawn.yaml();
    var play = Play.of(yaml);
    var lost = new HashSet<String>();
    play.where(
        run -> {
          if (run.frame().isPresent()) {
            return State.SUCCESS; // a folder is always made
          }
          // It may get lost with its worker, once: that changes nothing about what comes out.
          boolean shares =
              run.branch() == Frame.Branch.MAIN
                  && run.parent() >= 0
                  && play.plan.node(play.run(run.parent()).orElseThrow().node()).task()
                      instanceof Task.WorkingDirectory;
          return shares && seed % 3 == 0 && lost.add(Play.name(run))
              ? State.RESUBMITTED
              : drawn.outcome(run.taskId(), run.path(), run.attempts().size() + 1);
        });
    var expected = new Reference(play.plan.flow(), drawn::outcome, text -> value(text, play));

    play.run();

    var runs = new LinkedHashMap<String, TaskRun>();
    for (var run : play.all()) {
      assertThat(runs.put(Play.name(run), run)).as("a second %s of%n%s", run, yaml).isNull();
    }
    runs.forEach(
        (name, run) ->
            assertThat(text(run))
                .as(name + " of\n" + yaml)
                .isEqualTo(text(Optional.ofNullable(expected.runs().get(name)))));
    var missing = new LinkedHashMap<>(expected.runs());
    missing.keySet().removeAll(runs.keySet());
    missing.values().removeIf(Reference.Expected::mayMiss);
    assertThat(missing).as("missing of\n" + yaml).isEmpty();
    assertThat(play.state()).as(yaml).isEqualTo(expected.state());
    assertThat(play.head().finished()).as(yaml).isTrue();
  }

  private @Nullable Object value(String text, Play play) {
    var services = Services.at(play.now());
    if (!text.contains("{{")) {
      return text.startsWith("[")
          ? templates.compile("{{ fromJson(text) }}").evaluate(Map.of("text", text), services)
          : text;
    }
    return templates.compile(text).evaluate(Map.of(), services);
  }

  private static String text(TaskRun run) {
    return run.state() + " " + (run.frame().isPresent() ? 0 : run.attempts().size());
  }

  private static String text(Optional<Reference.Expected> expected) {
    return expected.map(it -> it.state() + " " + it.attempts()).orElse("nothing");
  }
}
