package io.orrery.engine.execution;

import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.plan.Node;
import io.orrery.model.flow.Task;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.History;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// The records of one execution while an event is being decided: reads see what was written here
/// before. Lives for one call of [Executor#decide] and never leaves it.
final class Draft {

  /// The place of the execution itself where a task run's seq would stand.
  static final int ROOT = -1;

  /// As the mark of a loop's frame: it goes through a map.
  static final int KEYED = -1;

  final FlowPlan plan;
  final View view;
  final Instant now;
  private Execution head;
  private final TreeMap<Integer, TaskRun> touched = new TreeMap<>();
  private final Set<Integer> created = new LinkedHashSet<>();
  private int taken;
  private final Set<Integer> removed = new LinkedHashSet<>();
  private final List<Transition.Cleared> cleared = new ArrayList<>();
  private final Set<Integer> emptied = new LinkedHashSet<>();
  private final Map<Integer, List<String>> loopValues = new LinkedHashMap<>();
  private final List<Effect> effects = new ArrayList<>();
  private final SequencedSet<Integer> toAdvance = new LinkedHashSet<>();

  Draft(FlowPlan plan, View view, Instant now) {
    this.plan = plan;
    this.view = view;
    this.now = now;
    this.head = view.head();
  }

  Execution head() {
    return head;
  }

  /// A task run that must exist.
  TaskRun run(int seq) {
    return find(seq)
        .orElseThrow(
            () -> new IllegalStateException("execution " + head.id() + " has no task run " + seq));
  }

  Optional<TaskRun> find(int seq) {
    var run = touched.get(seq);
    return run != null ? Optional.of(run) : view.run(seq);
  }

  Node node(TaskRun run) {
    return plan.node(run.node());
  }

  void put(TaskRun run) {
    touched.put(run.seq(), run);
  }

  void remove(int seq) {
    touched.remove(seq);
    removed.add(seq);
  }

  /// The task runs below a container that were created since `from` are no more.
  void clear(int container, int from) {
    cleared.add(new Transition.Cleared(container, from, head.nextSeq()));
  }

  /// All children of this container are no more, those included that have ended and that the view
  /// does not know.
  void empty(int container) {
    touched.values().removeIf(run -> run.parent() == container);
    for (var run : view.runs()) {
      if (run.parent() == container) {
        removed.add(run.seq());
      }
    }
    emptied.add(container);
  }

  TaskRun create(
      Node node,
      int parent,
      Frame.Branch branch,
      Optional<String> value,
      int iteration,
      List<String> path) {
    int seq = head.nextSeq();
    head = Heads.nextSeq(head, seq + 1);
    var run =
        new TaskRun(
            new TaskRunId(head.id(), seq),
            node.id(),
            node.index(),
            parent,
            branch,
            value,
            iteration,
            path,
            History.of(State.CREATED, now),
            List.of(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    created.add(seq);
    put(run);
    return run;
  }

  /// The container that a replay kept for this value of the loop, about to begin anew; empty when
  /// there is none.
  Optional<TaskRun> takeLater(Node node, int loop, int iteration) {
    var kept = view.later().find(loop, node.index(), iteration);
    kept.ifPresent(
        run -> {
          taken++;
          put(Runs.withoutFrame(run));
        });
    return kept.map(run -> run(run.seq()));
  }

  /// The loop comes to no other value.
  void dropLater(int loop) {
    drop(view.later().of(loop));
  }

  /// The execution ends.
  void dropLater() {
    drop(view.later().all());
  }

  private void drop(List<TaskRun> kept) {
    for (var run : kept) {
      if (!touched.containsKey(run.seq())) { // else it has just begun
        remove(run.seq());
      }
    }
  }

  void loopValues(int seq, List<String> values) {
    loopValues.put(seq, values);
  }

  /// @param iteration from 0
  String loopValue(int seq, int iteration) {
    var values = valuesOf(seq);
    int first = frame(seq).mark();
    return first == KEYED
        ? values.get(values.size() / 2 + iteration)
        : values.get(iteration - first);
  }

  /// What tells the iteration from the others, in the paths of its task runs: its value, which a
  /// ForEach goes through once; the key of a map; its number.
  String loopStep(int seq, int iteration) {
    if (node(run(seq)).task() instanceof Task.Loop) {
      return frame(seq).mark() == KEYED ? valuesOf(seq).get(iteration) : String.valueOf(iteration);
    }
    return loopValue(seq, iteration);
  }

  /// How many iterations are known of.
  int loopLength(int seq) {
    int first = frame(seq).mark();
    int values = valuesOf(seq).size();
    return first == KEYED ? values / 2 : first + values;
  }

  /// No iteration after the `begun` first begins.
  void loopEnds(int seq, int begun) {
    int first = frame(seq).mark();
    var values = valuesOf(seq);
    if (begun >= loopLength(seq)) {
      return;
    }
    var rest = new ArrayList<String>();
    if (first == KEYED) {
      rest.addAll(values.subList(0, begun));
      rest.addAll(values.subList(values.size() / 2, values.size() / 2 + begun));
    } else {
      rest.addAll(values.subList(0, begun - first));
    }
    loopValues(seq, rest);
  }

  private List<String> valuesOf(int seq) {
    var fresh = loopValues.get(seq);
    return fresh != null ? fresh : view.loopValues(seq);
  }

  // A container is a task run with a frame, or the execution itself.

  Frame frame(int container) {
    return container == ROOT
        ? head.root()
        : run(container).frame().orElseThrow(() -> notBegun(container));
  }

  void frame(int container, UnaryOperator<Frame> change) {
    var changed = change.apply(frame(container));
    if (container == ROOT) {
      head = Heads.root(head, changed);
    } else {
      put(Runs.frame(run(container), changed));
    }
  }

  private IllegalStateException notBegun(int container) {
    return new IllegalStateException(
        "task run " + container + " of execution " + head.id() + " has not begun its children");
  }

  /// Something happened to this container: it is to be moved before the decision is done.
  void toAdvance(int container) {
    toAdvance.add(container);
  }

  Optional<Integer> nextToAdvance() {
    return toAdvance.isEmpty() ? Optional.empty() : Optional.of(toAdvance.removeFirst());
  }

  /// How many task runs this decision has begun.
  int begun() {
    return created.size() + taken;
  }

  void head(UnaryOperator<Execution> change) {
    head = change.apply(head);
  }

  boolean killing() {
    return head.state() == State.KILLING;
  }

  /// Whether nothing more may begin: by a kill, or because the branch under way was cut short.
  boolean stopping() {
    return killing() || Cutting.under(head);
  }

  boolean changedAnything() {
    return !touched.isEmpty() || !removed.isEmpty() || !head.equals(view.head());
  }

  void effect(Effect effect) {
    effects.add(effect);
  }

  void log(int seq, LogLevel level, String message) {
    effects.add(new Effect.Log(seq, level, message, now));
  }

  /// All task runs that the view knows, as they are now.
  List<TaskRun> runs() {
    var all = new TreeMap<Integer, TaskRun>();
    view.runs().forEach(run -> all.put(run.seq(), run));
    all.putAll(touched);
    removed.forEach(all::remove);
    return new ArrayList<>(all.values());
  }

  Transition finish() {
    var fresh = new ArrayList<TaskRun>();
    var changed = new ArrayList<TaskRun>();
    for (var run : touched.values()) {
      (created.contains(run.seq()) ? fresh : changed).add(run);
    }
    return new Transition(
        head,
        fresh,
        changed,
        new ArrayList<>(removed),
        cleared,
        new ArrayList<>(emptied),
        loopValues,
        effects);
  }
}
