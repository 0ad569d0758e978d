package io.orrery.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.orrery.model.flow.Task;
import io.orrery.model.state.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// What flows come to, as tables: `outcomes/*.yaml`, one document a case.
///
/// `case` says what is shown, `flow` is the flow, `restarts` how often it is restarted once it has
/// ended. A job fails its first `fails` tries and then succeeds, or with `warns` ends WARNING.
/// `expect` holds, each where it matters: `state`, `runs` (all task runs in order of creation, with
/// their states), `attempts` by task, `seconds` from the first state to the last, `executions` (the
/// states of the chain of executions that a retry makes, this one first; the rest is about the
/// last).
class OutcomesTest {

  private static final List<String> TABLES =
      List.of("retry", "errors", "allowing", "cleanup", "loops", "endings");

  @TestFactory
  Stream<DynamicNode> flows_come_to_what_the_tables_say() {
    return TABLES.stream().flatMap(OutcomesTest::table);
  }

  private static Stream<DynamicTest> table(String name) {
    var cases = new ArrayList<DynamicTest>();
    var load = new Load(LoadSettings.builder().build());
    try (var in = OutcomesTest.class.getResourceAsStream("/outcomes/" + name + ".yaml")) {
      for (var document : load.loadAllFromInputStream(in)) {
        var one = (Map<?, ?>) document;
        cases.add(dynamicTest(name + ": " + one.get("case"), () -> check(one)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return cases.stream();
  }

  private static void check(Map<?, ?> one) {
    var play = Play.of(String.valueOf(one.get("flow")));
    play.where(run -> job(play, play.head(), run));
    play.run();
    var chain = new ArrayList<String>(List.of(play.state().name()));
    var last = play;
    for (var next = play.successor(); next.isPresent(); next = last.successor()) {
      var following = next.get();
      following.where(run -> job(following, following.head(), run));
      last = following.run();
      chain.add(last.state().name());
    }
    for (int i = 0; i < number(one.get("restarts")); i++) {
      last.happen(new Event.Restart(last.now()));
      last.run();
    }
    if (!(one.get("expect") instanceof Map<?, ?> expect)) {
      throw new IllegalArgumentException(one + " expects nothing");
    }
    var expected = new LinkedHashMap<String, Object>();
    var got = new LinkedHashMap<String, Object>();
    for (var entry : expect.entrySet()) {
      var what = String.valueOf(entry.getKey());
      expected.put(what, entry.getValue());
      got.put(what, got(what, last, chain, entry.getValue()));
    }
    assertThat(got).isEqualTo(expected);
    if (expect.get("runs") instanceof Map<?, ?> runs) {
      assertThat(last.order()).containsExactlyElementsOf(texts(runs.keySet()));
    }
  }

  private static List<String> texts(Iterable<?> keys) {
    var texts = new ArrayList<String>();
    keys.forEach(key -> texts.add(String.valueOf(key)));
    return texts;
  }

  private static Object got(String what, Play play, List<String> chain, @Nullable Object expected) {
    return switch (what) {
      case "state" -> play.state().name();
      case "executions" -> chain;
      case "seconds" ->
          (int)
              Duration.between(
                      play.head().history().startedAt(),
                      play.head().history().changes().getLast().at())
                  .toSeconds();
      case "runs" -> {
        var runs = new LinkedHashMap<String, Object>();
        play.all().forEach(run -> runs.put(Play.name(run), run.state().name()));
        yield runs;
      }
      case "attempts" -> {
        var attempts = new LinkedHashMap<Object, Object>();
        play.all().stream()
            .filter(run -> expected instanceof Map<?, ?> map && map.containsKey(Play.name(run)))
            .forEach(run -> attempts.put(Play.name(run), run.attempts().size()));
        yield attempts;
      }
      default -> throw new IllegalArgumentException("nothing is known of '" + what + "'");
    };
  }

  private static State job(Play play, Execution head, TaskRun run) {
    if (!(play.plan.node(run.node()).task() instanceof Task.PluginTask task)) {
      throw new IllegalStateException(run.taskId() + " is no job");
    }
    int tries = run.attempts().size() + head.fixed().attemptNumber() - 1;
    if (tries < number(task.properties().get("fails"))) {
      return State.FAILED;
    }
    return Boolean.TRUE.equals(task.properties().get("warns")) ? State.WARNING : State.SUCCESS;
  }

  private static int number(@Nullable Object value) {
    return value instanceof Number number ? number.intValue() : 0;
  }
}
