package io.orrery.worker.context;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.kept.Keeper;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.plugin.api.Housekeeping;
import io.orrery.plugin.api.Level;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.rpc.HousekeepingPort;
import io.orrery.rpc.HousekeepingPort.LogFilter;
import io.orrery.rpc.HousekeepingPort.Refused;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The instance as a task sees it: asks the controller piece by piece, and stops between two pieces
/// when the task is to stop.
record JobHousekeeping(HousekeepingPort port, Keeper keeper) implements Housekeeping {

  @Override
  public void logs(LogLines which, Consumer<LogLine> sink) {
    var filter = filter(which);
    var from = Optional.of(HousekeepingPort.Place.START);
    while (from.isPresent()) {
      var piece = port.logs(filter, from.get());
      piece.lines().forEach(line -> sink.accept(shaped(line)));
      from = piece.next();
      stopIfAsked();
    }
  }

  private static LogLine shaped(HousekeepingPort.LogLine line) {
    return new LogLine(
        line.flow().namespace(),
        line.flow().id(),
        line.execution().map(ExecutionId::value).orElse(""),
        line.taskId(),
        line.execution()
            .filter(_ -> line.taskRun() >= 0)
            .map(id -> new TaskRunId(id, line.taskRun()).toString())
            .orElse(""),
        line.attempt(),
        line.at(),
        Level.valueOf(line.level().name()),
        line.thread(),
        line.message());
  }

  @Override
  public long purgeLogs(LogLines which) {
    var filter = filter(which);
    long lines = 0;
    var from = Optional.of(HousekeepingPort.Place.START);
    while (from.isPresent()) {
      var piece = port.purgeLogs(filter, from.get());
      lines += piece.lines();
      from = piece.next();
      stopIfAsked();
    }
    return lines;
  }

  private static LogFilter filter(LogLines which) {
    var levels = EnumSet.noneOf(LogLevel.class);
    which.levels().forEach(level -> levels.add(LogLevel.valueOf(level.name())));
    return new LogFilter(
        which.namespace(),
        which.flowId(),
        which.executionId().map(ExecutionId::new),
        levels,
        which.from(),
        which.to());
  }

  @Override
  public long count(Executions which) {
    return port.count(filter(which));
  }

  @Override
  public Purged purge(Executions which, Set<Part> parts) {
    var filter = filter(which);
    var wanted =
        new HousekeepingPort.Parts(
            parts.contains(Part.EXECUTION),
            parts.contains(Part.LOG),
            parts.contains(Part.METRIC),
            parts.contains(Part.STORAGE));
    var all = new Purged(0, 0, 0, 0);
    int kept = 0;
    while (true) {
      var piece = port.purge(filter, wanted, kept);
      all = all.plus(new Purged(piece.executions(), piece.logs(), piece.metrics(), piece.files()));
      if (!piece.more()) {
        return all;
      }
      kept = piece.kept();
      stopIfAsked();
    }
  }

  private static HousekeepingPort.ExecutionFilter filter(Executions which) {
    var states = EnumSet.noneOf(State.class);
    for (var name : which.states()) {
      states.add(state(name));
    }
    return new HousekeepingPort.ExecutionFilter(
        which.namespace(), which.flowId(), states, which.from(), which.to());
  }

  private static State state(String name) {
    try {
      return State.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw new TaskFailure(
          "'" + name + "' is no state; the states are " + Arrays.toString(State.values()), e);
    }
  }

  @Override
  public void resume(String executionId, Map<String, @Nullable Object> inputs) {
    var given = new LinkedHashMap<String, Object>();
    inputs.forEach(
        (name, value) -> {
          var kept = keeper.kept(value);
          if (kept != null) {
            given.put(name, kept);
          }
        });
    told(
        () -> {
          port.resume(new HousekeepingPort.Resumption(new ExecutionId(executionId), given));
          return true;
        });
  }

  @Override
  public void setTriggerEnabled(
      String namespace, String flowId, String triggerId, boolean enabled) {
    told(
        () -> {
          port.setTriggerEnabled(new TriggerId(new FlowId(namespace, flowId), triggerId), enabled);
          return true;
        });
  }

  @Override
  public long purgeRevisions(List<String> namespaces, Optional<String> flowId, Instant to) {
    var places = new ArrayList<Optional<String>>();
    namespaces.forEach(namespace -> places.add(Optional.of(namespace)));
    if (places.isEmpty()) {
      places.add(Optional.empty());
    }
    long all = 0;
    for (var place : places) {
      int piece = HousekeepingPort.PIECE;
      while (piece == HousekeepingPort.PIECE) {
        piece = port.purgeRevisions(place, flowId, to);
        all += piece;
        stopIfAsked();
      }
    }
    return all;
  }

  private static void told(Supplier<Boolean> call) {
    try {
      var _ = call.get();
    } catch (Refused e) {
      throw new TaskFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private static void stopIfAsked() {
    if (Thread.currentThread().isInterrupted()) {
      throw new TaskFailure("stopped before it was done; what was done stays done");
    }
  }
}
