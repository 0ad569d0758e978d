package io.orrery.simulation;

import io.orrery.controller.turn.Command;
import io.orrery.engine.execution.Event;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import io.orrery.rpc.Job;
import io.orrery.rpc.JobResult;
import io.orrery.rpc.TriggerJob;
import io.orrery.rpc.WorkerPort;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// A worker whose jobs take virtual time and end as their task's id says. Its results are lost,
/// doubled and late, and sent again until they are acknowledged. It may outlive a controller, and
/// then reports to the next one with an old epoch.
final class SimWorker implements WorkerPort {

  private static final Duration JOB_MIN = Duration.ofMillis(1);
  private static final Duration JOB_MAX = Duration.ofSeconds(6);
  private static final Duration SHOWN_AFTER = Duration.ofMillis(50);
  private static final Duration NETWORK_MAX = Duration.ofMillis(20);
  private static final Duration RESEND_MIN = Duration.ofMillis(200);
  private static final Duration RESEND_MAX = Duration.ofSeconds(4);

  private static final int BATCHES = 4;

  /// The output that says in which epoch the job was sent.
  static final String EPOCH = "epoch";

  private record Key(TaskRunId run, int attempt, long epoch) {}

  private static final class Running {
    final Job job;
    final Instant since;
    boolean over;

    Running(Job job, Instant since) {
      this.job = job;
      this.since = since;
    }
  }

  private final World world;
  private final JobCheck check;
  private final Consumer<Command> controller;
  private final int permitsMax;
  private final boolean badNetwork;
  private final Map<Key, Running> running = new LinkedHashMap<>();

  /// The shared folders that are here: which generation of each WorkingDirectory's.
  private final Map<TaskRunId, Integer> folders = new LinkedHashMap<>();

  private int generation;
  private int unacknowledged;

  /// @param controller takes a command; lost when it is down
  SimWorker(World world, JobCheck check, Consumer<Command> controller) {
    this.world = world;
    this.check = check;
    this.controller = controller;
    permitsMax = world.between(1, 12);
    badNetwork = world.chance(0.6);
  }

  @Override
  public int permits() {
    return permitsMax - running.size();
  }

  /// No flow of the workload has such a trigger.
  @Override
  public boolean evaluate(TriggerJob job) {
    return true;
  }

  @Override
  public void stopTrigger(TriggerId trigger, long dispatch) {}

  @Override
  public int permitsForBegun() {
    return permits();
  }

  @Override
  public boolean offer(Job job) {
    if (permits() <= 0) {
      return false;
    }
    check.sent(job);
    var key = new Key(job.taskRun(), job.attempt(), job.epoch());
    var it = new Running(job, world.instant());
    if (running.putIfAbsent(key, it) != null) {
      throw new Violation("a job was sent twice while it ran: " + key);
    }
    int born = generation;
    world.note("job " + name(job));
    if (lost(job)) {
      world.after(
          JOB_MIN, "no folder for " + name(job), () -> end(key, it, born, State.RESUBMITTED));
      return true;
    }
    var length = world.some(JOB_MIN, JOB_MAX);
    if (length.compareTo(SHOWN_AFTER) > 0) {
      world.after(
          SHOWN_AFTER,
          "worker at " + name(job),
          () -> {
            if (born == generation && !it.over) {
              var event = new Event.JobStarted(job.taskRun().seq(), job.attempt(), world.instant());
              controller.accept(new Command.Started(job.taskRun().execution(), job.epoch(), event));
            }
          });
    }
    var outcome = outcome(job);
    world.after(length, "work over " + name(job), () -> end(key, it, born, outcome));
    return true;
  }

  @Override
  public void kill(TaskRunId taskRun, int attempt) {
    int born = generation;
    running.forEach(
        (key, it) -> {
          if (key.run().equals(taskRun) && key.attempt() == attempt) {
            world.after(
                world.some(JOB_MIN, Duration.ofSeconds(2)),
                "work killed " + name(it.job),
                () -> end(key, it, born, State.KILLED));
          }
        });
  }

  @Override
  public void release(TaskRunId workingDirectory) {
    folders.remove(workingDirectory);
  }

  /// Whether the folder that the job needs is not here.
  private boolean lost(Job job) {
    if (job.folder().isEmpty()) {
      return false;
    }
    var wanted = job.folder().get();
    return switch (wanted.use()) {
      case MAKES -> {
        folders.put(wanted.owner(), wanted.generation());
        yield false;
      }
      case NEEDS, KEEPS -> folders.getOrDefault(wanted.owner(), -1) != wanted.generation();
      case LIKES -> false;
    };
  }

  /// The worker's process ends with all that ran in it.
  void die() {
    world.note("the worker dies");
    generation++;
    running.clear();
    folders.clear();
    unacknowledged = 0;
  }

  /// Nothing runs and every result was acknowledged.
  boolean idle() {
    return running.isEmpty() && unacknowledged == 0;
  }

  private void end(Key key, Running it, int born, State state) {
    if (born != generation || it.over) {
      return;
    }
    it.over = true;
    var full = permits() == 0;
    running.remove(key);
    if (full) {
      controller.accept(new Command.Nudge());
    }
    var now = world.instant();
    var outputs =
        state == State.SUCCESS || state == State.WARNING
            ? outputs(it.job)
            : Map.<String, Object>of();
    var result =
        new JobResult(
            it.job.taskRun(),
            it.job.attempt(),
            it.job.epoch(),
            state,
            outputs,
            it.since,
            now.isBefore(it.since) ? it.since : now,
            Optional.empty(),
            List.of());
    unacknowledged++;
    send(result, new boolean[1], born);
  }

  private static Map<String, Object> outputs(Job job) {
    return job.taskId().endsWith("_split")
        ? Map.of("numberOfBatches", BATCHES, "base", "kestra:///batch-", "extension", ".txt")
        : Map.of("value", job.taskId(), EPOCH, job.epoch());
  }

  /// Sends until it is acknowledged.
  private void send(JobResult result, boolean[] acknowledged, int born) {
    if (acknowledged[0] || born != generation) {
      return;
    }
    int copies = !badNetwork || world.chance(0.85) ? 1 : world.chance(0.5) ? 0 : 2;
    for (int i = 0; i < copies; i++) {
      world.after(
          world.some(Duration.ZERO, badNetwork ? RESEND_MAX : NETWORK_MAX),
          "result " + result.taskRun() + "/" + result.attempt() + " " + result.state(),
          () -> deliver(result, acknowledged, born));
    }
    world.after(
        world.some(RESEND_MIN, RESEND_MAX), "send again?", () -> send(result, acknowledged, born));
  }

  private void deliver(JobResult result, boolean[] acknowledged, int born) {
    var answer = new CompletableFuture<Void>();
    var _ =
        answer.thenRun(
            () -> {
              // The acknowledgement may be lost as well.
              if (!acknowledged[0] && born == generation && (!badNetwork || world.chance(0.9))) {
                acknowledged[0] = true;
                unacknowledged--;
              }
            });
    controller.accept(new Command.Ended(result, answer));
  }

  private State outcome(Job job) {
    var id = job.taskId();
    if (id.startsWith("bad")) {
      return State.FAILED;
    }
    if (id.startsWith("warn")) {
      return State.WARNING;
    }
    return id.startsWith("flaky") && world.chance(0.4) ? State.FAILED : State.SUCCESS;
  }

  private static String name(Job job) {
    return job.taskRun() + "/" + job.attempt() + "@" + job.epoch() + " " + job.taskId();
  }
}
