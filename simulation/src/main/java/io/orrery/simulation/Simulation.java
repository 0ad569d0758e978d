package io.orrery.simulation;

import io.orrery.controller.turn.Command;
import io.orrery.engine.execution.Execution;
import io.orrery.model.flow.Flow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// One world from its seed: flows, users and faults for a while, then peace until everything has
/// ended.
public final class Simulation {

  private static final int VNODES = 4;
  private static final Duration TROUBLE = Duration.ofSeconds(90);

  /// Enough for a restart, a back-off, and what became due meanwhile.
  private static final Duration PEACE = Duration.ofSeconds(45);

  private static final Duration LATE_MAX = Duration.ofSeconds(2);
  private static final Duration END_MAX = Duration.ofHours(2);
  private static final Duration RESUME_EVERY = Duration.ofSeconds(5);
  private static final Duration STEAL_MAX = Duration.ofSeconds(10);

  private final World world;
  private final Tables tables = new Tables(VNODES);
  private final Faults faults;
  private final Invariants invariants = new Invariants(tables);
  private final MemoryLeases leases;
  private final SimWorker worker;
  private final Node node;
  private final Users users;
  private final long seed;
  private boolean schedulesOff;

  /// How a world ended.
  ///
  /// @param digest of its whole history: equal for equal seeds
  /// @param failure what was violated, with the last things that happened; empty when all is well
  public record Outcome(
      long seed, long digest, int steps, int executions, Optional<String> failure) {}

  private Simulation(long seed, Optional<Consumer<String>> listener) {
    this.seed = seed;
    world = new World(seed, listener);
    faults = new Faults(world);
    leases = new MemoryLeases(tables, faults);
    var store = new MemoryStore(tables, faults, invariants);
    var language = new FlowLanguage();
    worker = new SimWorker(world, invariants, this::post);
    node =
        new Node(
            new Node.Outer(world, faults, store, leases, language, worker, this::controllerDied));
    users = new Users(world, tables, store, node, language);
  }

  private void post(Command command) {
    node.post(command);
  }

  private void controllerDied() {
    if (world.chance(0.5)) {
      worker.die(); // they were one process
    }
  }

  /// Runs the world of `seed` until all has ended or something was violated.
  public static Outcome run(long seed) {
    return new Simulation(seed, Optional.empty()).run();
  }

  /// @param listener told each line of the history
  public static Outcome run(long seed, Consumer<String> listener) {
    return new Simulation(seed, Optional.of(listener)).run();
  }

  private Outcome run() {
    int steps = 0;
    Optional<String> failure = Optional.empty();
    try (var complaints = new Complaints()) {
      try {
        begin();
        while (!over()) {
          if (!world.step()) {
            throw new Violation("nothing is left to happen, and not all has ended");
          }
          steps++;
          world
              .failure()
              .ifPresent(
                  it -> {
                    throw it;
                  });
          complaints
              .first()
              .ifPresent(
                  it -> {
                    throw new Violation("the product complained: " + it);
                  });
          invariants.check();
        }
        invariants.checkEnded();
        users.checkAnswered();
      } catch (Violation e) {
        failure = Optional.of(story(e));
      }
    }
    return new Outcome(seed, world.digest(), steps, tables.executions.size(), failure);
  }

  private void begin() {
    var sources = Workload.flows(world);
    var flows = new FlowLanguage();
    List<Flow> all = sources.stream().map(flows::flow).toList();
    invariants.know(all);
    node.start();
    users.begin(
        sources,
        () -> {
          faults.start(() -> node.crash("kill -9"), this::steal);
          users.act();
          world.after(TROUBLE, "peace", this::peace);
        });
  }

  private void steal() {
    leases.steal();
    world.note("another node owns the vnodes");
    world.after(
        world.some(Duration.ofMillis(100), STEAL_MAX), "the other node goes", leases::giveBack);
  }

  private void peace() {
    faults.stop();
    users.stop();
    leases.giveBack();
    world.after(
        PEACE,
        "schedules go off",
        () -> {
          invariants.ledger().checkOnTime(world.instant().minus(LATE_MAX));
          users.disableSchedules(() -> schedulesOff = true);
          resume();
        });
  }

  private void resume() {
    users.resumeAll();
    world.after(RESUME_EVERY, "resume all", this::resume);
  }

  private boolean over() {
    if (world.elapsed().compareTo(END_MAX) > 0) {
      throw new Violation("still not ended: " + open());
    }
    if (!schedulesOff || !worker.idle() || !open().isEmpty() || !tables.looks.isEmpty()) {
      return false;
    }
    for (var id : users.promised()) {
      if (!tables.executions.containsKey(id)) {
        throw new Violation("execution " + id + " was acknowledged and is gone");
      }
    }
    return true;
  }

  private List<String> open() {
    return tables.executions.values().stream()
        .filter(it -> !it.finished())
        .map(
            it ->
                it.id()
                    + " of "
                    + it.fixed().flow()
                    + " "
                    + it.history().changes()
                    + " "
                    + it.root()
                    + " "
                    + tables.taskRuns(it.id()).stream()
                        .filter(run -> !run.state().terminal())
                        .toList()
                    + children(it))
        .toList();
  }

  /// What it started and waits for, each with its states.
  private String children(Execution parent) {
    return tables.executions.values().stream()
        .filter(
            it ->
                it.fixed().parent().filter(run -> run.execution().equals(parent.id())).isPresent())
        .map(
            it ->
                " child "
                    + it.id()
                    + " of "
                    + it.fixed().originalId()
                    + " "
                    + it.history().changes())
        .collect(Collectors.joining());
  }

  private String story(Violation e) {
    var text = new StringBuilder();
    text.append("seed ").append(seed).append(": ").append(e.getMessage()).append('\n');
    text.append("the last that happened:\n");
    world.recent().forEach(line -> text.append("  ").append(line).append('\n'));
    return text.toString();
  }
}
