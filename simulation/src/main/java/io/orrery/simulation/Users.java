package io.orrery.simulation;

import io.orrery.controller.Orchestrator;
import io.orrery.controller.Orchestrator.BackfillChange;
import io.orrery.controller.Orchestrator.Cascade;
import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.flow.Flows;
import io.orrery.controller.turn.Action;
import io.orrery.controller.turn.Command;
import io.orrery.controller.turn.Records;
import io.orrery.engine.execution.Breakpoint;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Executor;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.FlowRevision;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import io.orrery.store.vnode.VnodeStore.LeaseLost;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;

/// People and programs that ask things of the controller at random: what they are told must hold.
final class Users {

  /// Id of the one webhook.
  static final String HOOK = "hook";

  private static final FlowId HOOKED = new FlowId("sim", "hooked");
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final World world;
  private final Tables tables;
  private final MemoryStore store;
  private final Node node;
  private final FlowLanguage language;
  private final List<Flow> flows = new ArrayList<>();
  private final List<String> sources = new ArrayList<>();
  private final Set<ExecutionId> answered = new HashSet<>();
  private final Set<ExecutionId> promised = new LinkedHashSet<>();

  /// What was asked of a life.
  private record Open(String what, int life, CompletableFuture<?> answer) {}

  private final List<Open> open = new ArrayList<>();
  private boolean stopped;
  private int asked;
  private int edits;

  Users(World world, Tables tables, MemoryStore store, Node node, FlowLanguage language) {
    this.world = world;
    this.tables = tables;
    this.store = store;
    this.node = node;
    this.language = language;
  }

  /// Saves the flows, again and again until each is, then calls `then`.
  void begin(List<String> texts, Runnable then) {
    for (var text : texts) {
      sources.add(text);
      flows.add(language.flow(text));
    }
    save(0, then);
  }

  private void save(int index, Runnable then) {
    if (index == flows.size()) {
      then.run();
      return;
    }
    insist(
        "save " + flows.get(index).key(),
        (CompletableFuture<FlowRevision> answer) ->
            new Command.SaveFlow(flows.get(index), sources.get(index), answer),
        _ -> save(index + 1, then));
  }

  void act() {
    world.after(
        world.some(Duration.ofMillis(20), Duration.ofSeconds(2)),
        "a user",
        () -> {
          if (!stopped) {
            something();
            act();
          }
        });
  }

  void stop() {
    stopped = true;
  }

  /// Whoever asked is told, unless the life that was asked has ended.
  void checkAnswered() {
    for (var asked : open) {
      if (asked.life() != 0 && asked.life() == node.life() && !asked.answer().isDone()) {
        throw new Violation("nobody answered: " + asked.what());
      }
    }
  }

  /// Executions whose creation was acknowledged and whose removal was not asked for.
  Set<ExecutionId> promised() {
    return promised;
  }

  /// Switches every schedule off, then calls `then`.
  void disableSchedules(Runnable then) {
    var all = new ArrayList<>(tables.triggers.keySet());
    disable(all, 0, then);
  }

  private void disable(List<TriggerId> all, int index, Runnable then) {
    if (index == all.size()) {
      then.run();
      return;
    }
    insist(
        "disable " + all.get(index),
        (CompletableFuture<Boolean> answer) ->
            new Command.SetTriggerDisabled(all.get(index), true, answer),
        _ -> disable(all, index + 1, then));
  }

  /// Lets everything go on that waits for a person.
  void resumeAll() {
    for (var execution : having(it -> it.state() == State.PAUSED)) {
      resume(execution.id());
    }
    having(it -> it.state() == State.BREAKPOINT).forEach(this::leave);
  }

  private void something() {
    switch (world.between(0, 24)) {
      case 0, 1 -> some(it -> !it.state().terminal()).ifPresent(it -> kill(it.id()));
      case 2, 3, 4 -> some(it -> it.state() == State.PAUSED).ifPresent(it -> resume(it.id()));
      case 5, 6 -> some(Execution::finished).ifPresent(this::restart);
      case 7 -> some(Execution::finished).ifPresent(this::delete);
      case 8 -> switchSchedule();
      case 9 -> edit();
      case 10 ->
          some(it -> it.state() == State.RUNNING).ifPresent(it -> act(it.id(), new Action.Pause()));
      case 11 -> backfill();
      case 12 -> some(it -> it.state() == State.BREAKPOINT).ifPresent(this::leave);
      case 13, 14 -> call();
      case 15 -> switchHook();
      default -> startSome();
    }
  }

  /// Makes up for slots of some seconds, or changes what is being made up for.
  private void backfill() {
    var schedules =
        tables.triggers.values().stream().filter(it -> it.nextSlot().isPresent()).toList();
    if (schedules.isEmpty()) {
      return;
    }
    var state = world.oneOf(schedules);
    var now = world.instant();
    BackfillChange change =
        state.backfill().isEmpty()
            ? new BackfillChange.Begin(
                "backfill-" + ++asked,
                now.minusSeconds(world.between(1, 90)),
                world.chance(0.5) ? Optional.empty() : Optional.of(now.plusSeconds(5)),
                world.chance(0.2),
                Map.of(),
                Map.of())
            : switch (world.between(0, 3)) {
              case 0 -> new BackfillChange.Pause();
              case 1 -> new BackfillChange.Remove();
              default -> new BackfillChange.Unpause();
            };
    ask(
        change.getClass().getSimpleName().toLowerCase(Locale.ROOT) + " backfill of " + state.id(),
        (CompletableFuture<TriggerState> answer) ->
            new Command.ChangeBackfill(state.id(), change, answer),
        _ -> {});
  }

  private void leave(Execution it) {
    act(it.id(), new Action.LeaveBreakpoint(List.of()));
  }

  /// Calls the webhook.
  private void call() {
    var known = node.flows();
    if (known == null) {
      return;
    }
    FlowPlan plan;
    try {
      plan = known.current(HOOKED).flatMap(Flows.Known::plan).orElseThrow();
    } catch (StoreUnavailable e) {
      return; // the caller is told to come back
    }
    var id = ExecutionIds.named("call/" + ++asked);
    var by =
        new Execution.TriggerInfo(
            HOOK, "io.kestra.plugin.core.trigger.Webhook", Map.of("n", asked));
    var execution =
        Executor.create(
            plan,
            id,
            Map.of(),
            Executor.Inputs.RESOLVED,
            Map.of(),
            Optional.of(by),
            Optional.empty(),
            world.instant());
    ask(
        "call " + id,
        (CompletableFuture<Execution> answer) -> new Command.Create(execution, answer),
        _ -> promise(id));
  }

  private void switchHook() {
    var id = new TriggerId(HOOKED, HOOK);
    var state = tables.triggers.get(id);
    boolean off = state == null || !state.disabled();
    ask(
        (off ? "disable " : "enable ") + id,
        (CompletableFuture<Boolean> answer) -> new Command.SetTriggerDisabled(id, off, answer),
        _ -> {});
  }

  private void startSome() {
    var flow = world.oneOf(flows);
    var id = ExecutionIds.named("user/" + ++asked);
    Optional<Instant> date =
        world.chance(0.1)
            ? Optional.of(world.instant().plusSeconds(world.between(1, 20)))
            : Optional.empty();
    start(flow.key(), id, date, world.chance(0.5) ? 4 : 0);
  }

  /// @param repeats how often it is asked for again under the same id when no answer came
  private void start(FlowId flow, ExecutionId id, Optional<Instant> date, int repeats) {
    var known = node.flows();
    if (known != null) {
      create(known, flow, id, date);
    }
    if (repeats > 0) {
      world.after(
          world.some(PATIENCE, PATIENCE.multipliedBy(10)),
          "start again? " + id,
          () -> {
            if (!answered.contains(id) && !stopped) {
              start(flow, id, date, repeats - 1);
            }
          });
    }
  }

  private void create(Flows known, FlowId flow, ExecutionId id, Optional<Instant> date) {
    FlowPlan plan;
    try {
      if (store.head(id).isPresent()) { // as the API does before it asks for an id again
        promise(id);
        return;
      }
      plan = known.current(flow).flatMap(Flows.Known::plan).orElseThrow();
    } catch (StoreUnavailable e) {
      return; // the caller is told to come back
    }
    var execution =
        Executor.create(
                plan,
                id,
                Map.of(),
                Executor.Inputs.RESOLVED,
                Map.of(),
                Optional.empty(),
                date,
                world.instant())
            .stoppingAt(breakpoints(plan));
    ask(
        "start " + flow.id() + " " + id,
        (CompletableFuture<Execution> answer) -> new Command.Create(execution, answer),
        made -> {
          if (!made.id().equals(id)) {
            world.fail(new Violation("asked for " + id + ", was given " + made.id()));
          }
          promise(id);
        });
  }

  private List<Breakpoint> breakpoints(FlowPlan plan) {
    return world.chance(0.1)
        ? List.of(new Breakpoint(world.oneOf(plan.flow().tasks()).id(), Optional.empty()))
        : List.of();
  }

  private void promise(ExecutionId id) {
    if (answered.add(id)) {
      promised.add(id);
    }
  }

  private void kill(ExecutionId id) {
    var cascade = world.chance(0.7) ? Cascade.CHILDREN : Cascade.ONLY_THIS;
    ask(
        "kill " + id,
        (CompletableFuture<Execution> answer) -> new Command.Kill(id, cascade, answer),
        _ -> {
          if (cascade == Cascade.CHILDREN) {
            childrenDie(id);
          }
        });
  }

  /// What a killed execution waits for was killed in the same commit.
  private void childrenDie(ExecutionId id) {
    for (var child : tables.executions.values()) {
      boolean awaited =
          child
              .fixed()
              .parent()
              .filter(by -> by.execution().equals(id))
              .flatMap(tables::taskRun)
              .filter(by -> !by.state().terminal())
              .isPresent();
      if (awaited && !child.state().terminal() && child.state() != State.KILLING) {
        world.fail(
            new Violation(
                "execution %s was killed, and %s that it waits for is %s"
                    .formatted(id, child.id(), child.history().changes())));
      }
    }
  }

  private void resume(ExecutionId id) {
    ask(
        "resume " + id,
        (CompletableFuture<Execution> answer) ->
            new Command.Resume(id, Map.of(), Optional.empty(), answer),
        _ -> {});
  }

  private void act(ExecutionId id, Action action) {
    ask(
        action.getClass().getSimpleName().toLowerCase(Locale.ROOT) + " " + id,
        (CompletableFuture<Execution> answer) ->
            new Command.Act(
                id, Optional.of(records(tables.execution(id).orElseThrow())), action, answer),
        _ -> {});
  }

  private void restart(Execution it) {
    act(it.id(), new Action.Restart());
  }

  private Records records(Execution it) {
    var whole = new WholeExecution(it, tables.taskRuns(it.id()));
    var values = new HashMap<Integer, List<String>>();
    for (var run : whole.taskRuns()) {
      if (run.frame().isPresent()) {
        values.put(run.seq(), tables.loopValues.getOrDefault(run.id(), List.of()));
      }
    }
    return new Records(whole, values);
  }

  private void delete(Execution it) {
    // Until the answer it may be there or not.
    answered.add(it.id());
    promised.remove(it.id());
    ask(
        "delete " + it.id(),
        (CompletableFuture<Boolean> answer) ->
            new Command.Delete(it.id(), it.fixed().flow(), Orchestrator.Removal.OF_ENDED, answer),
        _ -> {
          if (tables.executions.containsKey(it.id())) {
            world.fail(new Violation("execution " + it.id() + " was deleted and is there"));
          }
        });
  }

  private void switchSchedule() {
    var states = new ArrayList<>(tables.triggers.values());
    if (!states.isEmpty()) {
      var state = world.oneOf(states);
      ask(
          (state.disabled() ? "enable " : "disable ") + state.id(),
          (CompletableFuture<Boolean> answer) ->
              new Command.SetTriggerDisabled(state.id(), !state.disabled(), answer),
          _ -> {});
    }
  }

  private void edit() {
    int index = world.between(0, flows.size() - 1);
    edit(index);
    if (world.chance(0.3)) {
      edit(index); // and again before the first is answered
    }
  }

  private void edit(int index) {
    var source = "description: edit %d\n%s".formatted(++edits, sources.get(index));
    var flow = language.flow(source);
    ask(
        "edit " + flow.key(),
        (CompletableFuture<FlowRevision> answer) -> new Command.SaveFlow(flow, source, answer),
        _ -> {});
  }

  // ---- asking

  private List<Execution> having(Predicate<Execution> condition) {
    return tables.executions.values().stream().filter(condition).toList();
  }

  private Optional<Execution> some(Predicate<Execution> condition) {
    var all = having(condition);
    return all.isEmpty() ? Optional.empty() : Optional.of(world.oneOf(all));
  }

  private interface Answer<T> {
    void got(T value);
  }

  /// Asks once; no answer is an answer too.
  private <T> void ask(
      String what, Function<CompletableFuture<T>, Command> command, Answer<T> answered) {
    var answer = new CompletableFuture<T>();
    world.note("ask: " + what);
    open.add(new Open(what, node.life(), answer));
    var _ =
        answer.whenComplete(
            (value, failure) -> {
              if (failure instanceof Refused refused) {
                world.note("refused: " + what + ": " + refused.getMessage());
              } else if (failure instanceof LeaseLost
                  || failure instanceof StoreUnavailable
                  || failure instanceof Records.Stale) {
                world.note("unkept: " + what); // the caller is told to come back
              } else if (failure != null) {
                world.fail(new Violation(what + " failed inside: " + failure, failure));
              } else {
                world.note("done: " + what);
                answered.got(value);
              }
            });
    node.post(command.apply(answer));
  }

  /// Asks until there is an answer.
  private <T> void insist(
      String what, Function<CompletableFuture<T>, Command> command, Answer<T> answered) {
    var done = new boolean[1];
    ask(
        what,
        command,
        value -> {
          if (!done[0]) {
            done[0] = true;
            answered.got(value);
          }
        });
    world.after(
        PATIENCE,
        "answered? " + what,
        () -> {
          if (!done[0]) {
            done[0] = true;
            insist(what, command, answered);
          }
        });
  }
}
