package io.orrery.controller;

import io.orrery.controller.Orchestrator.Removal;
import io.orrery.controller.evaluation.InputRules;
import io.orrery.controller.flow.Flows;
import io.orrery.controller.turn.Command;
import io.orrery.controller.turn.Mailbox;
import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.rpc.HousekeepingPort;
import io.orrery.storage.InternalStorage;
import io.orrery.storage.StoragePaths;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.LogQueries;
import io.orrery.store.query.PageRequest;
import io.orrery.store.query.Purges;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;

/// Answers what tasks ask about the instance as a whole. What changes an execution or a trigger
/// goes through the mailbox, as if the API had asked for it; the rest are reads and deletions of
/// rows that nobody holds.
public final class Housekeeping implements HousekeepingPort {

  private static final int LINES = 1_000;

  /// Where answers come from, and what is deleted.
  public record Stores(
      ExecutionQueries executions, LogQueries logs, Purges purges, InternalStorage storage) {}

  private final Mailbox mailbox;
  private final Stores stores;
  private final Flows flows;
  private final Supplier<InputRules> rules;

  /// @param rules asked for when they are needed: they stand on what stands on this
  public Housekeeping(Mailbox mailbox, Stores stores, Flows flows, Supplier<InputRules> rules) {
    this.mailbox = mailbox;
    this.stores = stores;
    this.flows = flows;
    this.rules = rules;
  }

  @Override
  public LogPiece logs(LogFilter which, Place from) {
    var rows =
        stores.logs().after(filter(which), new LogQueries.Cursor(from.chunk(), from.line()), LINES);
    var lines = new ArrayList<LogLine>();
    for (var row : rows) {
      if (which.levels().isEmpty() || which.levels().contains(row.level())) {
        lines.add(
            new LogLine(
                row.flow(),
                row.execution(),
                row.taskRun(),
                row.taskId(),
                row.attempt(),
                row.at(),
                row.level(),
                row.thread(),
                row.message()));
      }
    }
    return new LogPiece(
        lines,
        rows.size() < LINES
            ? Optional.empty()
            : Optional.of(
                new Place(rows.getLast().cursor().chunk(), rows.getLast().cursor().line())));
  }

  @Override
  public PurgedLines purgeLogs(LogFilter which, Place from) {
    var piece = stores.purges().logs(filter(which), which.levels(), from.chunk(), PIECE);
    return new PurgedLines(piece.lines(), piece.next().map(id -> new Place(id, -1)));
  }

  private static io.orrery.store.query.LogFilter filter(LogFilter which) {
    return new io.orrery.store.query.LogFilter(
        Optional.empty(),
        which.namespace(),
        which.flowId(),
        which.execution(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        least(which.levels()),
        which.from(),
        which.to());
  }

  private static LogLevel least(Set<LogLevel> levels) {
    return levels.stream()
        .reduce((one, other) -> one.atLeast(other) ? other : one)
        .orElse(LogLevel.TRACE);
  }

  @Override
  public long count(ExecutionFilter which) {
    return stores
        .executions()
        .search(filter(which, which.states()), new PageRequest(1, 1, List.of()))
        .total();
  }

  @Override
  public PurgedExecutions purge(ExecutionFilter which, Parts parts, int kept) {
    var states = EnumSet.noneOf(State.class);
    for (var state : State.values()) {
      if (state.terminal() && (which.states().isEmpty() || which.states().contains(state))) {
        states.add(state);
      }
    }
    if (states.isEmpty()) {
      return new PurgedExecutions(0, 0, 0, 0, kept, false);
    }
    var order = List.of(new PageRequest.Sort("state.startDate", true));
    // Pages have a fixed size: the first one that may hold something new, from where `kept` ends.
    var page = new PageRequest(kept / PIECE + 1, PIECE, order);
    var found = stores.executions().search(filter(which, states), page).results();
    var batch = found.subList(Math.min(kept % PIECE, found.size()), found.size());
    var ids = new LinkedHashSet<ExecutionId>();
    batch.forEach(execution -> ids.add(execution.id()));
    if (ids.isEmpty()) {
      return new PurgedExecutions(0, 0, 0, 0, kept, false);
    }
    long logs = parts.log() ? stores.purges().logsOf(ids, true) : 0;
    long metrics = parts.metric() ? stores.purges().metricsOf(ids, true) : 0;
    long files = 0;
    if (parts.storage()) {
      for (var execution : batch) {
        files += deleteFiles(execution);
      }
    }
    int gone =
        parts.execution() ? delete(batch, new Removal(false, parts.log(), parts.metric())) : 0;
    return new PurgedExecutions(
        gone, logs, metrics, files, kept + ids.size() - gone, found.size() == PIECE);
  }

  private long deleteFiles(Execution execution) {
    var folder = StoragePaths.execution(execution.fixed().flow(), execution.id());
    try {
      long files = stores.storage().list(folder).size();
      stores.storage().deleteAll(folder);
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException("the files below " + folder + " cannot be deleted", e);
    }
  }

  /// Those that changed meanwhile, as by a restart, are left alone.
  private int delete(List<Execution> batch, Removal removal) {
    var answers = new ArrayList<CompletableFuture<Boolean>>();
    for (var execution : batch) {
      answers.add(
          ask(
              answer ->
                  new Command.Delete(execution.id(), execution.fixed().flow(), removal, answer)));
    }
    int gone = 0;
    for (var answer : answers) {
      try {
        gone += answer.join() ? 1 : 0;
      } catch (CompletionException e) {
        if (!(e.getCause() instanceof Orchestrator.Refused)) {
          throw e;
        }
      }
    }
    return gone;
  }

  private static io.orrery.store.query.ExecutionFilter filter(
      ExecutionFilter which, Set<State> states) {
    return new io.orrery.store.query.ExecutionFilter(
        Optional.empty(),
        which.namespace(),
        which.flowId(),
        states,
        Map.of(),
        which.from(),
        which.to(),
        Optional.empty(),
        Optional.empty());
  }

  @Override
  public void resume(Resumption resumption) {
    var id = resumption.execution();
    var given = read(id, resumption.inputs());
    CompletableFuture<Execution> resumed =
        ask(answer -> new Command.Resume(id, given, Optional.empty(), answer));
    var _ = answered(resumed);
  }

  /// What the pause is given, by its types and with its defaults.
  ///
  /// @throws Refused when it does not fit
  private Map<String, Object> read(ExecutionId id, Map<String, Object> given) {
    var whole =
        stores.executions().find(id).orElseThrow(() -> new Refused("there is no execution " + id));
    var fixed = whole.execution().fixed();
    var flow =
        flows
            .revision(fixed.flow(), fixed.revision())
            .flatMap(Flows.Known::revision)
            .orElseThrow(
                () ->
                    new Refused(
                        "revision "
                            + fixed.revision()
                            + " of flow "
                            + fixed.flow()
                            + " is not readable"))
            .flow();
    var result = rules.get().resume(flow, fixed.revision(), PauseInputs.of(whole, flow), given);
    if (!result.ok()) {
      throw new Refused("execution " + id + " cannot be resumed: " + result.text());
    }
    return result.values();
  }

  @Override
  public void setTriggerEnabled(TriggerId trigger, boolean enabled) {
    CompletableFuture<Boolean> set =
        ask(answer -> new Command.SetTriggerDisabled(trigger, !enabled, answer));
    if (!answered(set)) {
      throw new Refused("there is no trigger " + trigger);
    }
  }

  @Override
  public int purgeRevisions(Optional<String> namespace, Optional<String> flowId, Instant to) {
    return stores.purges().revisions(namespace, flowId, to, PIECE);
  }

  private <T> CompletableFuture<T> ask(Function<CompletableFuture<T>, Command> command) {
    var answer = new CompletableFuture<T>();
    mailbox.post(command.apply(answer));
    return answer;
  }

  private static <T> T answered(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Orchestrator.Refused refused) {
        throw new Refused(String.valueOf(refused.getMessage()));
      }
      throw e;
    }
  }
}
