package io.orrery.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.controller.Orchestrator.Cascade;
import io.orrery.controller.turn.Action;
import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.state.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Limits on running executions, against everything that people and accidents do to them.
final class LimitsTest {

  private static final int OPERATIONS = 1000;

  @TempDir Path folder;

  private static String flow(String id, int limit, String behavior, String tasks) {
    return """
    id: %s
    namespace: test
    concurrency: {limit: %d, behavior: %s}
    tasks: %s
    """
        .formatted(id, limit, behavior, tasks);
  }

  private static final String TWO = "[{id: a, type: Log}, {id: b, type: Log}]";

  @Test
  void a_kill_of_one_that_runs_lets_one_in_and_a_kill_of_one_that_waits_none() {
    try (var world = new LimitedWorld(folder)) {
      world.save(flow("two", 2, "QUEUE", TWO));
      var ids = IntStream.range(0, 7).mapToObj(_ -> world.start("two")).toList();
      assertThat(world.count(State.RUNNING)).isEqualTo(2);
      assertThat(world.count(State.QUEUED)).isEqualTo(5);

      world.kill(ids.getFirst(), Cascade.CHILDREN);
      assertThat(world.count(State.RUNNING)).isEqualTo(2);
      assertThat(world.state(ids.get(2))).isEqualTo(State.RUNNING);

      world.kill(ids.getLast(), Cascade.CHILDREN);
      assertThat(world.count(State.RUNNING)).isEqualTo(2);
      assertThat(world.count(State.QUEUED)).isEqualTo(3);
      assertThat(world.runs(ids.getLast())).isEmpty();
    }
  }

  @Test
  void one_that_fails_before_its_first_task_gives_its_place_back() {
    try (var world = new LimitedWorld(folder)) {
      world.save(
          flow(
              "strict",
              1,
              "CANCEL",
              "[{id: c, type: If, condition: '{{ nobody }}', then: " + TWO + "}]"));
      for (int i = 0; i < 3; i++) {
        assertThat(world.state(world.start("strict"))).isEqualTo(State.FAILED);
      }
      world.save(flow("strict", 1, "CANCEL", TWO));
      assertThat(world.state(world.start("strict"))).isEqualTo(State.RUNNING);
      assertThat(world.state(world.start("strict"))).isEqualTo(State.CANCELLED);
    }
  }

  @Test
  void a_killed_parent_of_many_children_leaves_none_above_the_limit_and_none_waiting() {
    try (var world = new LimitedWorld(folder)) {
      world.save(flow("child", 5, "QUEUE", "[{id: a, type: Log}]"));
      world.save(
          """
          id: parent
          namespace: test
          tasks:
            - id: each
              type: ForEach
              values: %s
              concurrencyLimit: 0
              tasks: [{id: call, type: Subflow, namespace: test, flowId: child}]
          """
              .formatted(IntStream.range(0, 1000).boxed().toList()));
      var parent = world.start("parent");
      for (int done = 0; done < 100; done++) {
        world.end(world.jobs().getFirst(), State.SUCCESS);
        assertThat(world.jobs()).hasSize(5);
      }
      world.kill(parent, Cascade.CHILDREN);

      assertThat(world.jobs()).isEmpty();
      assertThat(world.state(parent)).isEqualTo(State.KILLED);
      assertThat(world.count(State.QUEUED)).isZero();
      assertThat(world.count(State.SUCCESS)).isEqualTo(100);
      assertThat(world.count(State.KILLED)).isEqualTo(1 + 900);
    }
  }

  @Test
  void a_restart_waits_in_the_queue_and_begins_after_a_crash() {
    try (var world = new LimitedWorld(folder)) {
      world.save(flow("one", 1, "QUEUE", TWO));
      var failed = world.start("one");
      world.end(world.jobs().getFirst(), State.FAILED);
      var running = world.start("one");

      world.act(failed, new Action.Restart());
      assertThat(world.state(failed)).isEqualTo(State.QUEUED);
      world.crash();
      assertThat(world.state(failed)).isEqualTo(State.QUEUED);

      world.kill(running, Cascade.CHILDREN);
      assertThat(world.state(failed)).isEqualTo(State.RUNNING);
      world.end(world.jobs().getFirst(), State.SUCCESS);
      world.end(world.jobs().getFirst(), State.SUCCESS);
      assertThat(world.state(failed)).isEqualTo(State.SUCCESS);
    }
  }

  @Test
  void a_restart_that_is_turned_away_can_be_tried_again() {
    try (var world = new LimitedWorld(folder)) {
      world.save(flow("one", 1, "CANCEL", TWO));
      var failed = world.start("one");
      world.end(world.jobs().getFirst(), State.FAILED);
      var running = world.start("one");

      world.act(failed, new Action.Restart());
      assertThat(world.state(failed)).isEqualTo(State.CANCELLED);
      world.kill(running, Cascade.CHILDREN);
      world.act(failed, new Action.Restart());
      assertThat(world.state(failed)).isEqualTo(State.RUNNING);
    }
  }

  @Test
  void a_failed_child_restarts_with_its_parent_also_after_a_crash_between_the_two() {
    try (var world = new LimitedWorld(folder)) {
      world.save("id: child\nnamespace: test\ntasks: " + TWO + "\n");
      world.save(
          """
          id: parent
          namespace: test
          tasks: [{id: call, type: Subflow, namespace: test, flowId: child}]
          """);
      var parent = world.start("parent");
      world.end(world.jobs().getFirst(), State.SUCCESS);
      world.end(world.jobs().getFirst(), State.FAILED);
      assertThat(world.state(parent)).isEqualTo(State.FAILED);
      var child = world.runs(parent).getFirst().child().orElseThrow();

      world.act(parent, new Action.Restart());
      world.crash();
      assertThat(world.runs(parent).getFirst().child()).contains(child);
      assertThat(world.state(child)).isEqualTo(State.RUNNING);
      world.end(world.jobs().getFirst(), State.SUCCESS);
      assertThat(world.state(child)).isEqualTo(State.SUCCESS);
      assertThat(world.state(parent)).isEqualTo(State.SUCCESS);
      assertThat(world.all()).hasSize(2);
      assertThat(world.runs(child).getFirst().attempts()).hasSize(1);
    }
  }

  @Test
  void a_deleted_child_is_replaced_when_its_parent_restarts() {
    try (var world = new LimitedWorld(folder)) {
      world.save("id: child\nnamespace: test\ntasks: " + TWO + "\n");
      world.save(
          """
          id: parent
          namespace: test
          tasks: [{id: call, type: Subflow, namespace: test, flowId: child}]
          """);
      var parent = world.start("parent");
      world.end(world.jobs().getFirst(), State.FAILED);
      var child = world.runs(parent).getFirst().child().orElseThrow();
      world.delete(world.head(child), false);

      world.act(parent, new Action.Restart());
      var next = world.runs(parent).getFirst().child().orElseThrow();
      assertThat(next).isNotEqualTo(child);
      world.end(world.jobs().getFirst(), State.SUCCESS);
      world.end(world.jobs().getFirst(), State.SUCCESS);
      assertThat(world.state(parent)).isEqualTo(State.SUCCESS);
    }
  }

  // ---- at random

  private static final Map<String, Integer> LIMITS =
      Map.of("queue1", 1, "queue2", 2, "queue3", 3, "cancel2", 2, "fail1", 1);

  private static final List<String> FLOWS =
      List.of("queue1", "queue2", "queue3", "cancel2", "fail1");

  private static String randomFlow(String id) {
    var behavior = id.startsWith("queue") ? "QUEUE" : id.startsWith("cancel") ? "CANCEL" : "FAIL";
    var tasks =
        id.equals("queue2")
            ? "[{id: a, type: Log}, {id: p, type: Pause}, {id: b, type: Log}]"
            : id.equals("queue3")
                ? "[{id: e, type: ForEach, values: [x, y], concurrencyLimit: 2, tasks: "
                    + TWO
                    + "}]"
                : TWO;
    return flow(id, LIMITS.getOrDefault(id, 1), behavior, tasks);
  }

  /// Executions that were let in over the limit, until they have ended.
  private final Set<ExecutionId> forced = new HashSet<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void no_operation_breaks_a_limit_or_leaves_a_place_empty(long seed) {
    var random = new Random(seed);
    var history = new ArrayList<String>();
    try (var world = new LimitedWorld(folder)) {
      FLOWS.forEach(id -> world.save(randomFlow(id)));
      for (int i = 0; i < OPERATIONS; i++) {
        try {
          history.add(operate(world, random));
          check(world);
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError(
              "seed "
                  + seed
                  + ", operation "
                  + i
                  + ", after "
                  + history.subList(Math.max(0, history.size() - 15), history.size()),
              e);
        }
      }
      assertThat(history).anyMatch(it -> it.startsWith("unqueue") && it.endsWith("true"));
      assertThat(history).anyMatch(it -> it.startsWith("replay") && it.endsWith("true"));
      calm(world);
    }
  }

  private String operate(LimitedWorld world, Random random) {
    var all = world.all();
    var ended = all.stream().filter(Execution::finished).toList();
    if (ended.size() > 15) {
      return "delete " + world.delete(ended.get(random.nextInt(ended.size())), false);
    }
    int dice = random.nextInt(100);
    if (dice < 25 && live(all) < 40) {
      var flow = FLOWS.get(random.nextInt(FLOWS.size()));
      return "start " + flow + " " + world.start(flow);
    }
    if (dice < 55) {
      var jobs = world.jobs();
      if (jobs.isEmpty()) {
        return "no job";
      }
      var job = jobs.get(random.nextInt(jobs.size()));
      var state = random.nextInt(3) == 0 ? State.FAILED : State.SUCCESS;
      world.end(job, state);
      return "job " + job.taskRun() + " " + state;
    }
    if (dice < 57) {
      world.crash();
      return "crash";
    }
    if (dice < 59) {
      var flow = FLOWS.get(random.nextInt(FLOWS.size()));
      world.save("description: " + random.nextInt() + "\n" + randomFlow(flow));
      return "save " + flow;
    }
    if (all.isEmpty()) {
      return "nothing to act upon";
    }
    var waiting = all.stream().filter(it -> it.state() == State.QUEUED).toList();
    var from = dice < 69 && !waiting.isEmpty() ? waiting : all;
    var it = from.get(random.nextInt(from.size()));
    return act(world, random, it);
  }

  private String act(LimitedWorld world, Random random, Execution it) {
    var id = it.id();
    boolean unbegun = it.state() == State.QUEUED || it.state() == State.CREATED;
    return switch (random.nextInt(13)) {
      case 0 -> "kill " + id + " " + world.kill(id, Cascade.CHILDREN);
      case 1, 2 -> "restart " + id + " " + world.act(id, new Action.Restart());
      case 3 -> "pause " + id + " " + world.act(id, new Action.Pause());
      case 4, 5 -> "resume " + id + " " + world.resume(id);
      case 6 -> "delete " + id + " " + world.delete(it, random.nextBoolean());
      case 7 -> {
        var into = random.nextBoolean() ? State.RUNNING : State.CANCELLED;
        boolean done = world.act(id, new Action.Unqueue(into));
        if (done && into == State.RUNNING) {
          forced.add(id);
        }
        yield "unqueue " + id + " " + into + " " + done;
      }
      case 8 -> {
        boolean done = world.act(id, new Action.ForceRun());
        if (done && unbegun) {
          forced.add(id);
        }
        yield "force-run " + id + " " + done;
      }
      case 9 -> "change-status " + id + " " + world.act(id, new Action.ChangeStatus(State.FAILED));
      case 10, 11 -> {
        var runs = world.runs(id);
        if (runs.isEmpty()) {
          yield "no task run";
        }
        var run = runs.get(random.nextInt(runs.size()));
        var state = random.nextBoolean() ? State.SUCCESS : State.FAILED;
        yield "mark "
            + run.id()
            + " "
            + state
            + " "
            + world.act(id, new Action.Mark(run.seq(), state));
      }
      default -> {
        var runs = world.runs(id);
        if (runs.isEmpty() || !it.finished()) {
          yield "nothing to replay";
        }
        var run = runs.get(random.nextInt(runs.size()));
        yield "replay " + run.id() + " " + world.replay(id, run.seq());
      }
    };
  }

  private static long live(List<Execution> all) {
    return all.stream().filter(it -> !it.state().terminal()).count();
  }

  private void check(LimitedWorld world) {
    var all = world.all();
    forced.removeIf(id -> all.stream().noneMatch(it -> it.id().equals(id) && holds(it)));
    for (var name : FLOWS) {
      var flow = new FlowId("test", name);
      int limit = LIMITS.getOrDefault(name, 1);
      long holding = count(all, flow, LimitsTest::holds);
      long above = count(all, flow, it -> holds(it) && forced.contains(it.id()));
      long queued = count(all, flow, it -> it.state() == State.QUEUED);
      assertThat(holding - above).as("holding places of " + name).isLessThanOrEqualTo(limit);
      if (queued > 0) {
        assertThat(holding)
            .as("places of " + name + " while " + queued + " wait")
            .isGreaterThanOrEqualTo(limit);
      }
      assertThat(count(all, flow, it -> it.state() == State.RESTARTED)).isZero();
    }
    for (var job : world.jobs()) {
      var it =
          all.stream().filter(other -> other.id().equals(job.taskRun().execution())).findFirst();
      assertThat(it).as("execution of job " + job.taskRun()).isPresent();
      assertThat(holds(it.orElseThrow())).as("job of " + it + " has a place").isTrue();
    }
  }

  private static boolean holds(Execution it) {
    return !it.state().terminal() && it.state() != State.QUEUED && it.state() != State.CREATED;
  }

  private static long count(List<Execution> all, FlowId flow, Predicate<Execution> which) {
    return all.stream().filter(it -> it.fixed().flow().equals(flow) && which.test(it)).count();
  }

  /// Without anybody's interference everything ends.
  private void calm(LimitedWorld world) {
    for (int i = 0; i < 2000 && live(world.all()) > 0; i++) {
      for (var it : world.all()) {
        if (it.state() == State.PAUSED) {
          world.resume(it.id());
        }
      }
      for (var job : world.jobs()) {
        world.end(job, State.SUCCESS);
      }
      check(world);
    }
    assertThat(world.all()).allMatch(it -> it.finished());
  }
}
