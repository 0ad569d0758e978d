package io.orrery.engine.execution;

import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.plan.PlanCompiler;
import io.orrery.expression.Services;
import io.orrery.expression.Templates;
import io.orrery.expression.Truth;
import io.orrery.expression.pebble.PebbleTemplates;
import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.PropertyType;
import io.orrery.model.catalog.TypeCatalog;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Task;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.problem.Parsed;
import io.orrery.model.state.State;
import io.orrery.model.yaml.Checks;
import io.orrery.model.yaml.FlowReader;
import io.orrery.model.yaml.Strictness;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// One execution played without threads or a store: effects are answered at once, time moves only
/// when a timer is all that is left. Keeps every task run, so that tests can look at them.
public final class Play implements View {

  private static final Templates TEMPLATES = new PebbleTemplates();
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  public final FlowPlan plan;
  final List<Effect> seen = new ArrayList<>();
  private final TreeMap<Integer, TaskRun> runs = new TreeMap<>();
  private final Map<Integer, List<String>> loops = new HashMap<>();
  private final ArrayDeque<Effect> todo = new ArrayDeque<>();
  private Function<TaskRun, State> jobs = _ -> State.SUCCESS;
  private Function<TaskRun, Answer> answers = this::worked;
  private int batches;
  private Execution head;
  private Instant now = START;
  private int liveMost;

  private Play(FlowPlan plan, Execution head) {
    this.plan = plan;
    this.head = head;
    this.now = head.wakeAt().orElse(START);
  }

  private Play(Flow flow) {
    plan = PlanCompiler.compile(TEMPLATES, flow, 1);
    head =
        Executor.create(
            plan,
            new ExecutionId("0000000000000000000001"),
            Map.of(),
            Executor.Inputs.RESOLVED,
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            START);
  }

  public static Play of(String yaml) {
    var reader = new FlowReader(new AnyPlugin(), Checks.NONE);
    var text = "id: play\nnamespace: test\n" + yaml;
    return switch (reader.read(text, Strictness.LENIENT)) {
      case Parsed.Ok(var flow, var _) -> new Play(flow);
      case Parsed.Bad(var problems) ->
          throw new IllegalArgumentException(problems.getFirst().text("test"));
    };
  }

  /// How the jobs of task runs end; SUCCESS unless this says otherwise.
  public Play where(Function<TaskRun, State> outcome) {
    jobs = outcome;
    return this;
  }

  Play stoppingAt(List<Breakpoint> breakpoints) {
    head = head.stoppingAt(breakpoints);
    return this;
  }

  Play begin() {
    happen(new Event.Begin(now));
    return this;
  }

  /// From the beginning until nothing is left to do.
  public Play run() {
    begin();
    finish();
    return this;
  }

  /// A copy of an execution of this flow.
  Play as(Replaying.Copy copy) {
    var play = new Play(plan.flow());
    play.head = copy.head();
    copy.runs().forEach(run -> play.runs.put(run.seq(), run));
    play.loops.putAll(loops);
    play.now = now;
    return play;
  }

  /// Until nothing is left to do.
  void finish() {
    while (!todo.isEmpty()) {
      step();
    }
  }

  /// Whether there is anything to answer.
  boolean has() {
    return !todo.isEmpty();
  }

  /// Answers the oldest effect.
  void step() {
    var effect = todo.poll();
    if (effect != null && timer(effect).isPresent() && !todo.isEmpty()) {
      todo.add(effect); // everything else first
      if (todo.stream().allMatch(it -> timer(it).isPresent())) {
        wakeEarliest();
      }
      return;
    }
    switch (effect) {
      case Effect.Prepare(int seq) ->
          answer(seq, run -> new Event.Prepared(seq, prepared(run), now));
      case Effect.Dispatch(int seq) -> answer(seq, run -> ended(run, jobs.apply(run)));
      case Effect.StopJob(int seq, int attempt) ->
          happen(
              new Event.JobEnded(seq, attempt, State.KILLED, Map.of(), Optional.empty(), now, now));
      case Effect.Wake _, Effect.Deadline _ -> timed(effect);
      case Effect.Continue(int container) -> happen(new Event.Continue(container, now));
      case Effect.Judge(boolean awaited) -> happen(judged(awaited));
      case Effect.RenderOutputs _ ->
          happen(new Event.OutputsRendered(Map.of(), Optional.empty(), now));
      case Effect.Ask(int seq) -> answer(seq, run -> told(run));
      case Effect.ResolveInputs _,
          Effect.KillChildren _,
          Effect.JudgeListener _,
          Effect.Start _,
          Effect.KillChild _,
          Effect.RestartChild _,
          Effect.Collect _,
          Effect.TellParent _,
          Effect.Ended _,
          Effect.Finished _,
          Effect.ReleaseFolder _,
          Effect.Log _ -> {}
      case null -> {}
    }
  }

  private void wakeEarliest() {
    var earliest =
        todo.stream().min(Comparator.comparing(it -> timer(it).orElseThrow())).orElseThrow();
    todo.remove(earliest);
    timed(earliest);
  }

  private static Optional<Instant> timer(Effect effect) {
    return switch (effect) {
      case Effect.Wake it -> Optional.of(it.at());
      case Effect.Deadline it -> Optional.of(it.at());
      default -> Optional.empty();
    };
  }

  private void timed(Effect effect) {
    if (effect instanceof Effect.Wake(int seq, Instant at)) {
      wake(seq, at);
    } else if (effect instanceof Effect.Deadline(Instant at)) {
      now = at.isAfter(now) ? at : now;
      happen(new Event.DeadlineDue(now));
    }
  }

  private void wake(int seq, Instant at) {
    now = at.isAfter(now) ? at : now;
    happen(new Event.WakeUp(seq, now));
  }

  private void answer(int seq, Function<TaskRun, Event> event) {
    run(seq).ifPresent(run -> happen(event.apply(run)));
  }

  Event ended(TaskRun run, State state) {
    var outputs =
        state == State.SUCCESS
            ? Map.<String, Object>of("value", run.taskId())
            : Map.<String, Object>of();
    return new Event.JobEnded(run.seq(), run.job(), state, outputs, Optional.empty(), now, now);
  }

  /// What the test says that containers are told; by default what their templates say.
  Play answering(Function<TaskRun, Answer> given) {
    answers = given;
    return this;
  }

  private Event told(TaskRun run) {
    return new Event.Told(
        run.seq(), run.frame().orElseThrow().questions(), answers.apply(run), now);
  }

  private Answer worked(TaskRun run) {
    var node = plan.node(run.node());
    var variables = Variables.of(plan, head, run, this::run, outputs(), Surroundings.NONE);
    if (node.task() instanceof Task.LoopUntil) {
      return Rounds.after(node, run, variables, Services.at(now), now);
    }
    var iteration = Rounds.iteration(node, variables, Services.at(now));
    return iteration.last() ? new Answer.Break(Map.of()) : new Answer.Done(Map.of());
  }

  private Preparation prepared(TaskRun run) {
    var variables = Variables.of(plan, head, run, this::run, outputs(), Surroundings.NONE);
    var node = plan.node(run.node());
    if (node.task() instanceof Task.Loop) {
      return Preparing.items(node.subject().evaluate(variables, Services.at(now)));
    }
    if (node.task() instanceof Task.Part) {
      return Batches.is(node) ? new Preparation.Batches(batches) : new Preparation.Made(Map.of());
    }
    return Preparing.of(node, variables, Services.at(now));
  }

  private Event judged(boolean awaited) {
    var variables = Variables.of(plan, head, outputs(), Surroundings.NONE);
    var broken = new ArrayList<Integer>();
    for (int i = 0; i < plan.promises().size(); i++) {
      var assertion = plan.promises().get(i).assertion();
      if (assertion.isPresent()
          && !Truth.of(assertion.get().evaluate(variables, Services.at(now)))) {
        broken.add(i);
      }
    }
    return new Event.Judged(broken, awaited, now);
  }

  private Map<String, Object> outputs() {
    var outputs = new LinkedHashMap<String, Object>();
    for (var run : runs.values()) {
      if (!run.outputs().isEmpty()) {
        var path = new ArrayList<String>();
        path.add(run.taskId());
        path.addAll(run.path());
        Variables.put(outputs, path, run.outputs());
      }
    }
    return outputs;
  }

  /// What somebody does; what is RESTARTED by it has a place at once.
  Play act(Event event) {
    happen(event);
    if (head.state() == State.RESTARTED) {
      happen(new Event.Begin(now));
    }
    return this;
  }

  void happen(Event event) {
    var transition = Executor.decide(plan, this, event);
    head = transition.head();
    transition.created().forEach(run -> runs.put(run.seq(), run));
    transition.changed().forEach(run -> runs.put(run.seq(), run));
    transition.removed().forEach(runs::remove);
    transition.cleared().forEach(this::clear);
    transition.emptied().forEach(seq -> runs.values().removeIf(run -> run.parent() == seq));
    loops.putAll(transition.loopValues());
    todo.addAll(transition.effects());
    seen.addAll(transition.effects());
    liveMost = Math.max(liveMost, jobsUnderWay());
  }

  private void clear(Transition.Cleared round) {
    var below = new HashSet<Integer>();
    below.add(round.container());
    for (var run : new ArrayList<>(runs.subMap(round.from(), round.to()).values())) {
      if (below.contains(run.parent())) {
        below.add(run.seq());
        runs.remove(run.seq());
      }
    }
  }

  /// How many batches a ForEachItem has.
  Play batches(int count) {
    batches = count;
    return this;
  }

  private int jobsUnderWay() {
    return (int)
        runs.values().stream()
            .filter(run -> !run.state().terminal() && plan.node(run.node()).leaf())
            .count();
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  Instant now() {
    return now;
  }

  /// The most leaves that were unfinished at one moment.
  int liveMost() {
    return liveMost;
  }

  State state() {
    return head.state();
  }

  /// `taskId` or `taskId[value]` of every task run in order of creation.
  List<String> order() {
    return runs.values().stream().map(Play::name).toList();
  }

  /// The states of a task's runs in order of creation.
  List<State> states(String taskId) {
    return runs.values().stream()
        .filter(run -> run.taskId().equals(taskId))
        .map(TaskRun::state)
        .toList();
  }

  TaskRun only(String taskId) {
    var found = runs.values().stream().filter(run -> run.taskId().equals(taskId)).toList();
    if (found.size() != 1) {
      throw new AssertionError(taskId + " has " + found.size() + " task runs: " + order());
    }
    return found.getFirst();
  }

  public Collection<TaskRun> all() {
    return runs.values();
  }

  /// The execution that takes this one's place, to be played from its own beginning.
  Optional<Play> successor() {
    return seen.stream()
        .filter(Effect.Start.class::isInstance)
        .map(effect -> ((Effect.Start) effect).execution())
        .filter(started -> started.fixed().parentId().filter(head.id()::equals).isPresent())
        .findFirst()
        .map(started -> new Play(plan, started).where(jobs));
  }

  static String name(TaskRun run) {
    return run.path().isEmpty() ? run.taskId() : run.taskId() + run.path();
  }

  @Override
  public Execution head() {
    return head;
  }

  @Override
  public Optional<TaskRun> run(int seq) {
    return Optional.ofNullable(runs.get(seq)).filter(run -> !run.later());
  }

  @Override
  public List<TaskRun> runs() {
    return runs.values().stream().filter(run -> !run.later()).toList();
  }

  @Override
  public LaterRuns later() {
    var later = new LaterRuns();
    runs.values().forEach(later::put);
    return later;
  }

  @Override
  public List<String> loopValues(int seq) {
    return loops.getOrDefault(seq, List.of());
  }

  /// Knows every type. `fails` and `warns` are kept, for tests that tell by them how a job ends.
  private static final class AnyPlugin implements TypeCatalog {

    private static final PropertyType ANY =
        new PropertyType(PropertyType.Shape.ANY, false, false, "", "", List.of(), Map.of());

    @Override
    public Optional<PluginType> find(String name) {
      return Optional.of(
          new PluginType(
              name, PluginType.Kind.TASK, List.of(), "", Map.of("fails", ANY, "warns", ANY)));
    }

    @Override
    public Collection<PluginType> all() {
      return List.of();
    }
  }
}
