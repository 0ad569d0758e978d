package io.orrery.app.command;

import io.orrery.app.config.Suggestion;
import io.orrery.app.terminal.RunView;
import io.orrery.controller.Orchestrator;
import io.orrery.controller.Orchestrator.Cascade;
import io.orrery.engine.execution.Execution;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.InputType;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.LogLevel;
import io.orrery.store.query.LogFilter;
import io.orrery.store.query.LogQueries.Cursor;
import io.orrery.store.query.LogQueries.LogLine;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// One flow, run from start to end and shown while it goes.
final class OneRun {

  /// How often the picture on a terminal moves by itself, for its clocks.
  private static final long REDRAW_MS = 250;

  /// A hint is never lost; this only bounds the harm if one were.
  private static final long LOOK_MS = 2_000;

  private static final int LOG_LINES_A_READ = 1_000;

  private final Outside outside;
  private final Instance instance;
  private final Interrupt interrupt;
  private final Flow flow;

  OneRun(Outside outside, Instance instance, Interrupt interrupt, Flow flow) {
    this.outside = outside;
    this.instance = instance;
    this.interrupt = interrupt;
    this.flow = flow;
  }

  /// @param inputs as written on the command line
  /// @param folder where the paths of files begin
  record Asked(Map<String, String> inputs, Map<String, String> labels, Path folder) {}

  /// Saves the flow with its triggers off: a run is of the flow, not of its schedule.
  void save(RunCommand.Source source) {
    var orchestrator = instance.orchestrator();
    await(orchestrator.saveFlow(source.flow(), source.text()));
    for (var trigger : source.flow().triggers()) {
      var id = new TriggerId(source.flow().key(), trigger.id());
      await(orchestrator.setTriggerDisabled(id, true));
    }
  }

  /// Starts the flow and waits for its end; empty when its inputs are not good, which is said.
  Optional<WholeExecution> start(Asked asked) {
    var id = ExecutionIds.next(outside.clock().instant(), ThreadLocalRandom.current());
    var given = given(id, asked);
    if (given.isEmpty()) {
      return Optional.empty();
    }
    return switch (instance.inputs(flow, given.get())) {
      case Instance.Inputs.Bad(var problems) -> {
        problems.forEach(problem -> outside.err().println("orrery: " + problem));
        yield Optional.empty();
      }
      case Instance.Inputs.Good(var values) -> Optional.of(run(id, values, asked.labels()));
    };
  }

  private WholeExecution run(
      ExecutionId id, Map<String, Object> values, Map<String, String> labels) {
    var orchestrator = instance.orchestrator();
    var news = new Semaphore(0);
    var listening = orchestrator.follow(id, news::release);
    try {
      await(orchestrator.start(request(id, values, labels)));
      interrupt.endsBy(() -> orchestrator.kill(id, Cascade.CHILDREN));
      return watch(id, news);
    } finally {
      close(listening);
    }
  }

  private Orchestrator.Start request(
      ExecutionId id, Map<String, Object> values, Map<String, String> labels) {
    return new Orchestrator.Start(
        flow.key(),
        Optional.empty(),
        Optional.of(id),
        values,
        labels,
        Optional.empty(),
        Optional.empty());
  }

  private WholeExecution watch(ExecutionId id, Semaphore news) {
    var view = new RunView(outside.err(), outside.terminal(), ZoneId.systemDefault());
    var cursor = Cursor.START;
    while (true) {
      // The execution first: lines are committed no later than the end that follows them.
      var execution = instance.executions().find(id);
      var lines = new ArrayList<LogLine>();
      cursor = readLines(id, cursor, lines);
      var now = outside.clock().instant();
      if (execution.isPresent()) {
        view.show(execution.get(), lines, now);
        if (ended(execution.get().execution())) {
          view.end(execution.get(), now);
          return execution.get();
        }
      }
      pause(news);
    }
  }

  private static boolean ended(Execution head) {
    return head.state().terminal() && head.finished();
  }

  private Cursor readLines(ExecutionId id, Cursor after, List<LogLine> into) {
    var filter = LogFilter.of(id, LogLevel.TRACE);
    var cursor = after;
    while (true) {
      var more = instance.logs().after(filter, cursor, LOG_LINES_A_READ);
      into.addAll(more);
      if (!more.isEmpty()) {
        cursor = more.getLast().cursor();
      }
      if (more.size() < LOG_LINES_A_READ) {
        return cursor;
      }
    }
  }

  private void pause(Semaphore news) {
    try {
      boolean told =
          news.tryAcquire(outside.terminal().err() ? REDRAW_MS : LOOK_MS, TimeUnit.MILLISECONDS);
      if (told) {
        news.drainPermits();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the execution", e);
    }
  }

  /// The inputs with files uploaded; empty when a file cannot be, which is said.
  private Optional<Map<String, Object>> given(ExecutionId id, Asked asked) {
    var given = new LinkedHashMap<String, Object>();
    for (var input : asked.inputs().entrySet()) {
      var definition =
          flow.inputs().stream().filter(each -> each.id().equals(input.getKey())).findFirst();
      if (definition.isEmpty()) {
        outside.err().println("orrery: " + unknown(input.getKey()));
        return Optional.empty();
      }
      var value = input.getValue();
      if (definition.get().type() != InputType.FILE || !value.startsWith("@")) {
        given.put(input.getKey(), value);
        continue;
      }
      var file = asked.folder().resolve(value.substring(1));
      try (var content = Files.newInputStream(file)) {
        var path = inputFolder(id) + input.getKey() + "/" + file.getFileName();
        given.put(input.getKey(), instance.storage().put(path, content).toString());
      } catch (IOException e) {
        outside.err().println("orrery: input '" + input.getKey() + "': cannot read " + file);
        return Optional.empty();
      }
    }
    return Optional.of(given);
  }

  private String unknown(String name) {
    var known = flow.inputs().stream().map(each -> each.id()).toList();
    return "the flow has no input '"
        + name
        + "'"
        + Suggestion.of(name, known)
            .map(near -> ". Did you mean '" + near + "'?")
            .orElse(known.isEmpty() ? "; it has none" : "; it has " + String.join(", ", known));
  }

  private String inputFolder(ExecutionId id) {
    var key = flow.key();
    return "/"
        + key.namespace().replace('.', '/')
        + "/"
        + key.id().toLowerCase(Locale.ROOT)
        + "/executions/"
        + id
        + "/inputs/";
  }

  /// The answer of `stage`; its failure is thrown as it was.
  static <T> T await(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private static void close(AutoCloseable listening) {
    try {
      listening.close();
    } catch (Exception e) {
      throw new IllegalStateException("the listener cannot be taken away", e);
    }
  }
}
