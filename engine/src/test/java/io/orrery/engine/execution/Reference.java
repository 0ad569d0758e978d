package io.orrery.engine.execution;

import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Retry;
import io.orrery.model.flow.Task;
import io.orrery.model.state.State;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a flow must come to, told plainly: a recursive reading of the rules (inventory §4.3, §4.4)
/// without time, records or steps.
///
/// Where tasks run at once and one fails, which of the others had begun is a matter of luck: those
/// are marked as ones that may be missing.
final class Reference {

  /// How a job's try ends.
  @FunctionalInterface
  interface Jobs {
    State outcome(String taskId, List<String> path, int attempt);
  }

  /// @param state it has if it ran
  /// @param attempts of a job; 0 for everything else
  /// @param mayMiss it may not have run at all
  record Expected(State state, int attempts, boolean mayMiss) {}

  private final Jobs jobs;
  private final Function<String, @Nullable Object> render;
  private final Map<String, Expected> runs = new LinkedHashMap<>();
  private State state = State.SUCCESS;

  /// @param render gives the value of a template; throws when it has none
  Reference(Flow flow, Jobs jobs, Function<String, @Nullable Object> render) {
    this.jobs = jobs;
    this.render = render;
    var top = new Where(List.of(), false, flow.retry());
    state = whole(sequence(flow.tasks(), top), flow.errors(), flow.finallyTasks(), top);
    sequence(flow.afterExecution(), top);
  }

  State state() {
    return state;
  }

  /// By `taskId`, or `taskId[values]` inside loops.
  Map<String, Expected> runs() {
    return runs;
  }

  /// @param maybe whether what is read here may not run at all
  private record Where(List<String> path, boolean maybe, Optional<Retry> retry) {
    Where perhaps(boolean now) {
      return new Where(path, maybe || now, retry);
    }

    Where inside(Task task) {
      return new Where(path, maybe, task.common().retry().or(this::retry));
    }

    Where at(String value) {
      var longer = new ArrayList<>(path);
      longer.add(value);
      return new Where(longer, maybe, retry);
    }
  }

  /// The end of a container: its main branch, then errors if that failed, then what always runs.
  private State whole(State main, List<Task> errors, List<Task> cleanup, Where where) {
    if (main == State.FAILED) {
      sequence(errors, where);
    }
    return sequence(cleanup, where) == State.FAILED ? State.FAILED : main;
  }

  private State sequence(List<Task> tasks, Where where) {
    var worst = State.SUCCESS;
    for (var task : enabled(tasks)) {
      var end = task(task, where);
      worst = worse(worst, end);
      if (end == State.FAILED) {
        return worst;
      }
    }
    return worst;
  }

  private static List<Task> enabled(List<Task> tasks) {
    return tasks.stream().filter(task -> !task.common().disabled()).toList();
  }

  private static State worse(State one, State other) {
    if (one == State.FAILED || other == State.FAILED) {
      return State.FAILED;
    }
    return one == State.WARNING || other == State.WARNING ? State.WARNING : State.SUCCESS;
  }

  private State task(Task task, Where where) {
    boolean skipped;
    try {
      skipped = task.common().runIf().filter(text -> falsy(render.apply(text))).isPresent();
    } catch (RuntimeException _) {
      return end(task, State.FAILED, 1, where);
    }
    if (skipped) {
      put(task, State.SKIPPED, 0, where);
      return State.SUCCESS;
    }
    var inside = where.inside(task);
    return switch (task) {
      case Task.PluginTask it -> job(it, inside);
      case Task.Sequential it -> ended(it, sequence(it.branches().tasks(), inside), inside);
      case Task.AllowFailure it -> ended(it, sequence(it.branches().tasks(), inside), inside);
      case Task.WorkingDirectory it -> ended(it, sequence(it.branches().tasks(), inside), inside);
      case Task.Parallel it -> ended(it, parallel(it, inside), inside);
      case Task.Dag it -> ended(it, dag(it, inside), inside);
      case Task.If it ->
          ended(
              it,
              sequence(
                  falsy(render.apply((String) it.condition()))
                      ? it.otherwise()
                      : it.branches().tasks(),
                  inside),
              inside);
      case Task.Switch it -> {
        var value = String.valueOf(render.apply((String) it.value()));
        var chosen = Optional.ofNullable(it.cases().get(value)).or(it::defaults);
        yield ended(it, sequence(chosen.orElse(List.of()), inside), inside);
      }
      case Task.ForEach it -> ended(it, loop(it, inside), inside);
      case Task.Subflow _,
          Task.Pause _,
          Task.LoopUntil _,
          Task.Loop _,
          Task.ForEachItem _,
          Task.Part _,
          Task.Deed _ ->
          throw new IllegalArgumentException("not drawn: " + task.id());
    };
  }

  private static boolean falsy(@Nullable Object value) {
    return Set.of("", "false", "0", "-0").contains(String.valueOf(value));
  }

  private State job(Task.PluginTask task, Where where) {
    var retry = where.retry();
    int most = retry.flatMap(Retry::maxAttempts).orElse(1);
    for (int attempt = 1; ; attempt++) {
      var outcome = jobs.outcome(task.id(), where.path(), attempt);
      if (outcome != State.FAILED || attempt >= most) {
        boolean late = attempt > 1 && retry.filter(Retry::warningOnRetry).isPresent();
        return end(
            task, outcome == State.SUCCESS && late ? State.WARNING : outcome, attempt, where);
      }
    }
  }

  private State ended(Task task, State main, Where where) {
    var branches = task.branches();
    var verdict = whole(main, branches.errors(), branches.finallyTasks(), where);
    return end(
        task,
        task instanceof Task.AllowFailure && verdict == State.FAILED ? State.WARNING : verdict,
        0,
        where);
  }

  /// What the task allows, and the record of it.
  private State end(Task task, State verdict, int attempts, Where where) {
    var allowed = verdict == State.FAILED && task.common().allowFailure() ? State.WARNING : verdict;
    var end = allowed == State.WARNING && task.common().allowWarning() ? State.SUCCESS : allowed;
    put(task, end, attempts, where);
    return end;
  }

  private void put(Task task, State end, int attempts, Where where) {
    var name = where.path().isEmpty() ? task.id() : task.id() + where.path();
    runs.put(name, new Expected(end, attempts, where.maybe()));
  }

  /// What a part would come to, without a record of it.
  private State foresee(Function<Where, State> part, Where where) {
    var before = new LinkedHashMap<>(runs);
    var end = part.apply(where);
    runs.clear();
    runs.putAll(before);
    return end;
  }

  private State parallel(Task.Parallel task, Where where) {
    var children = enabled(task.branches().tasks());
    var failing = failing(children, where);
    var worst = State.SUCCESS;
    for (var child : children) {
      boolean sure = failing.isEmpty() || task.concurrent() == 0 || only(failing, child.id());
      worst = worse(worst, task(child, where.perhaps(!sure)));
    }
    return worst;
  }

  private State dag(Task.Dag task, Where where) {
    var children = enabled(task.branches().tasks());
    var failing = failing(children, where);
    var worst = State.SUCCESS;
    for (var child : children) {
      boolean first = task.dependsOn().getOrDefault(child.id(), List.of()).isEmpty();
      boolean sure =
          failing.isEmpty() || (first && task.concurrent() == 0) || only(failing, child.id());
      worst = worse(worst, task(child, where.perhaps(!sure)));
    }
    return worst;
  }

  private Set<String> failing(List<Task> children, Where where) {
    var failing = new HashSet<String>();
    for (var child : children) {
      if (foresee(it -> task(child, it), where) == State.FAILED) {
        failing.add(child.id());
      }
    }
    return failing;
  }

  private static boolean only(Set<String> failing, String id) {
    return failing.size() == 1 && failing.contains(id);
  }

  private State loop(Task.ForEach loop, Where where) {
    var values = new ArrayList<String>();
    if (render.apply((String) loop.values()) instanceof List<?> list) {
      list.stream().map(String::valueOf).distinct().forEach(values::add);
    }
    var tasks = enabled(loop.branches().tasks());
    if (loop.concurrency() == 1) {
      return inOrder(values, tasks, where);
    }
    var failing = new HashSet<String>();
    for (var value : values) {
      if (foresee(it -> sequence(tasks, it), where.at(value)) == State.FAILED) {
        failing.add(value);
      }
    }
    var worst = State.SUCCESS;
    for (var value : values) {
      boolean sure = failing.isEmpty() || only(failing, value);
      worst = worse(worst, sequence(tasks, where.at(value).perhaps(!sure)));
    }
    return worst;
  }

  private State inOrder(List<String> values, List<Task> tasks, Where where) {
    var worst = State.SUCCESS;
    for (var value : values) {
      worst = worse(worst, sequence(tasks, where.at(value)));
      if (worst == State.FAILED) {
        return worst;
      }
    }
    return worst;
  }
}
