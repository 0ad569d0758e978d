package io.orrery.controller;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orrery.controller.evaluation.Depth;
import io.orrery.controller.evaluation.Facts;
import io.orrery.controller.flow.Flows;
import io.orrery.controller.turn.Command;
import io.orrery.controller.turn.Mailbox;
import io.orrery.controller.turn.OutputsReader;
import io.orrery.engine.execution.Event;
import io.orrery.engine.execution.TaskRun;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.kept.Keeper;
import io.orrery.model.state.LogLevel;
import io.orrery.rpc.ControllerPort;
import io.orrery.rpc.HousekeepingPort;
import io.orrery.rpc.JobResult;
import io.orrery.rpc.KvWrite;
import io.orrery.rpc.LogBatch;
import io.orrery.rpc.NamespacePort;
import io.orrery.rpc.TriggerNews;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.KeyValues;
import io.orrery.store.query.LogFilter;
import io.orrery.store.query.LogQueries;
import io.orrery.store.vnode.VnodeStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/// What workers call: news goes to the mailbox, questions are answered from memory or committed
/// rows.
public final class Endpoint implements ControllerPort {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ERROR_LINES_MAX = 1000;

  /// Where answers come from.
  public record Reads(
      VnodeStore vnodes,
      ExecutionQueries executions,
      LogQueries logs,
      KeyValues keyValues,
      NamespacePort namespaces,
      Flows flows,
      OutputsReader outputs,
      Keeper.Key key,
      HousekeepingPort housekeeping,
      Facts facts,
      InstantSource clock) {}

  private final Mailbox mailbox;
  private final Reads reads;

  public Endpoint(Mailbox mailbox, Reads reads) {
    this.mailbox = mailbox;
    this.reads = reads;
  }

  @Override
  public void started(TaskRunId taskRun, int attempt, long epoch, Instant at) {
    mailbox.post(
        new Command.Started(
            taskRun.execution(), epoch, new Event.JobStarted(taskRun.seq(), attempt, at)));
  }

  @Override
  public CompletionStage<Void> ended(JobResult result) {
    var answer = new CompletableFuture<Void>();
    mailbox.post(new Command.Ended(storable(result), answer));
    return answer;
  }

  /// Outputs that cannot be kept fail their own task, and nothing else.
  private static JobResult storable(JobResult result) {
    try {
      Depth.check("an output", result.outputs());
      return result;
    } catch (IllegalArgumentException e) {
      return result.failed(Map.of("error", String.valueOf(e.getMessage())));
    }
  }

  @Override
  public void logs(LogBatch batch) {
    mailbox.post(new Command.Logs(batch));
  }

  @Override
  public CompletionStage<Boolean> told(TriggerNews news) {
    var answer = new CompletableFuture<Boolean>();
    mailbox.post(new Command.TriggerTold(storable(news), Optional.empty(), answer));
    return answer;
  }

  /// What cannot be kept fails its own trigger, and nothing else.
  private static TriggerNews storable(TriggerNews news) {
    try {
      switch (news.what()) {
        case TriggerNews.Answered(var found, var memory) -> check(found, memory);
        case TriggerNews.Heard(var found, var memory) -> check(found, memory);
        case TriggerNews.Connected _, TriggerNews.Disconnected _, TriggerNews.Failed _ -> {}
      }
      return news;
    } catch (IllegalArgumentException e) {
      return new TriggerNews(
          news.trigger(),
          news.revision(),
          news.dispatch(),
          new TriggerNews.Failed(String.valueOf(e.getMessage())));
    }
  }

  private static void check(List<TriggerNews.Finding> found, Map<String, Object> memory) {
    found.forEach(finding -> Depth.check("what was found", finding.output()));
    Depth.check("what the trigger keeps", memory);
  }

  @Override
  public void triggerLogs(TriggerId trigger, List<LogBatch.Line> lines) {
    mailbox.post(new Command.TriggerLogs(trigger, lines));
  }

  @Override
  public void permitsFreed() {
    mailbox.post(new Command.Nudge());
  }

  @Override
  public @Nullable Object outputs(ExecutionId execution, String taskId) {
    return reads.outputs().all(execution, taskId);
  }

  @Override
  public @Nullable Object outputs(ExecutionId execution, String taskId, List<String> path) {
    return reads.outputs().of(execution, taskId, path);
  }

  @Override
  public List<String> tasksWithOutputs(ExecutionId execution) {
    return reads.outputs().tasks(execution);
  }

  @Override
  public List<Map<String, Object>> errorLogs(ExecutionId execution) {
    var lines = new ArrayList<Map<String, Object>>();
    for (var line :
        reads
            .logs()
            .after(
                LogFilter.of(execution, LogLevel.ERROR),
                LogQueries.Cursor.START,
                ERROR_LINES_MAX)) {
      var map = new LinkedHashMap<String, Object>();
      map.put("taskId", line.taskId());
      map.put("message", line.message());
      map.put("level", line.level().name());
      map.put("timestamp", line.at());
      lines.add(map);
    }
    return lines;
  }

  @Override
  public List<Map<String, Object>> tasksWithState(ExecutionId execution, String state) {
    var tasks = new ArrayList<Map<String, Object>>();
    for (TaskRun run : reads.vnodes().whole(execution).map(it -> it.taskRuns()).orElse(List.of())) {
      if (run.state().name().equalsIgnoreCase(state)) {
        var task = new LinkedHashMap<String, Object>();
        task.put("taskId", run.taskId());
        run.value().ifPresent(value -> task.put("value", value));
        tasks.add(task);
      }
    }
    return tasks;
  }

  @Override
  public Map<String, Object> taskStates(ExecutionId execution) {
    return reads.facts().taskStates(execution);
  }

  @Override
  public Map<String, Object> failure(ExecutionId execution) {
    return reads.facts().failure(execution);
  }

  @Override
  public Optional<ExecutionId> parentOf(ExecutionId execution) {
    return reads.executions().head(execution).flatMap(head -> head.fixed().startedBy());
  }

  @Override
  public Optional<Object> kv(String namespace, String key) {
    var now = reads.clock().instant();
    return reads
        .keyValues()
        .find(namespace, key)
        .filter(entry -> !entry.expired(now))
        .map(entry -> parsed(entry.json()));
  }

  private static Object parsed(String json) {
    try {
      return JSON.readValue(json, Object.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a stored value is not JSON", e);
    }
  }

  @Override
  public boolean putKv(String namespace, String key, KvWrite write) {
    var now = reads.clock().instant();
    try {
      return reads
          .keyValues()
          .put(
              namespace,
              key,
              new KeyValues.Write(
                  JSON.writeValueAsString(write.value()),
                  write.type(),
                  write.description(),
                  write.ttl().map(now::plus),
                  write.overwrite() ? KeyValues.Overwrite.YES : KeyValues.Overwrite.NO),
              now);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "the value of key '" + key + "' cannot be written as JSON", e);
    }
  }

  @Override
  public int deleteKv(String namespace, List<String> keys) {
    return reads.keyValues().delete(namespace, keys);
  }

  @Override
  public SequencedMap<String, Boolean> allKv(String namespace) {
    var now = reads.clock().instant();
    var keys = new LinkedHashMap<String, Boolean>();
    reads.keyValues().all(namespace).forEach(entry -> keys.put(entry.key(), entry.expired(now)));
    return keys;
  }

  @Override
  public List<String> kvNamespaces() {
    return reads.keyValues().namespaces();
  }

  @Override
  public List<String> kvKeys(String namespace, String prefix) {
    return reads.keyValues().list(namespace, prefix, reads.clock().instant()).stream()
        .map(KeyValues.Entry::key)
        .toList();
  }

  @Override
  public HousekeepingPort housekeeping() {
    return reads.housekeeping();
  }

  @Override
  public String seal(String plain) {
    return reads.key().seal(plain);
  }

  @Override
  public String open(String cipher) {
    return reads.key().open(cipher);
  }

  @Override
  public NamespacePort namespaces() {
    return reads.namespaces();
  }

  @Override
  public Optional<String> flowSource(FlowId flow) {
    return reads.flows().current(flow).map(known -> known.saved().source());
  }
}
