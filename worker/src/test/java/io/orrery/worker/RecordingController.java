package io.orrery.worker;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.kept.Keeper;
import io.orrery.rpc.ControllerPort;
import io.orrery.rpc.HousekeepingPort;
import io.orrery.rpc.JobResult;
import io.orrery.rpc.KvWrite;
import io.orrery.rpc.LogBatch;
import io.orrery.rpc.NamespacePort;
import io.orrery.rpc.TriggerNews;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A controller that remembers all it is told.
final class RecordingController implements ControllerPort, Keeper.Key {

  final BlockingQueue<JobResult> results = new LinkedBlockingQueue<>();
  final BlockingQueue<TriggerNews> news = new LinkedBlockingQueue<>();
  final List<LogBatch.Line> triggerLines = new CopyOnWriteArrayList<>();

  /// What news is answered with.
  volatile Supplier<CompletionStage<Boolean>> believing =
      () -> CompletableFuture.completedFuture(true);

  final BlockingQueue<LogBatch.Line> newLines = new LinkedBlockingQueue<>();
  final List<LogBatch> batches = new CopyOnWriteArrayList<>();
  final BlockingQueue<TaskRunId> started = new LinkedBlockingQueue<>();
  final AtomicInteger freed = new AtomicInteger();
  final AtomicInteger refusals = new AtomicInteger();
  final Map<String, Map<String, Object>> keyValues = new ConcurrentHashMap<>();
  final Map<String, Object> outputs = new ConcurrentHashMap<>();
  final List<String> asked = new CopyOnWriteArrayList<>();
  final Map<ExecutionId, ExecutionId> parents = new ConcurrentHashMap<>();

  final MemorySpaces spaces = new MemorySpaces();

  /// How long a test waits for what must come.
  JobResult result() throws InterruptedException {
    var result = results.poll(30, TimeUnit.SECONDS);
    if (result == null) {
      throw new AssertionError("no result came; log: " + text());
    }
    return result;
  }

  /// Waits for a line that holds `part`.
  LogBatch.Line line(String part) throws InterruptedException {
    while (true) {
      var line = newLines.poll(30, TimeUnit.SECONDS);
      if (line == null) {
        throw new AssertionError("no line with '" + part + "'; log: " + text());
      }
      if (line.message().contains(part)) {
        return line;
      }
    }
  }

  List<LogBatch.Line> lines() {
    var all = new ArrayList<LogBatch.Line>();
    batches.forEach(batch -> all.addAll(batch.lines()));
    return all;
  }

  List<String> messages() {
    return lines().stream().map(LogBatch.Line::message).toList();
  }

  String text() {
    return String.join("\n", messages());
  }

  @Override
  public void started(TaskRunId taskRun, int attempt, long epoch, Instant at) {
    started.add(taskRun);
  }

  @Override
  public CompletionStage<Void> ended(JobResult result) {
    if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      return CompletableFuture.failedFuture(new IllegalStateException("try again"));
    }
    results.add(result);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void logs(LogBatch batch) {
    batches.add(batch);
    newLines.addAll(batch.lines());
  }

  @Override
  public CompletionStage<Boolean> told(TriggerNews told) {
    if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      return CompletableFuture.failedFuture(new IllegalStateException("try again"));
    }
    news.add(told);
    return believing.get();
  }

  /// How long a test waits for what must come.
  TriggerNews.What news() throws InterruptedException {
    var told = news.poll(30, TimeUnit.SECONDS);
    if (told == null) {
      throw new AssertionError("no news came; log: " + text());
    }
    return told.what();
  }

  @Override
  public void triggerLogs(TriggerId trigger, List<LogBatch.Line> lines) {
    triggerLines.addAll(lines);
    newLines.addAll(lines);
  }

  @Override
  public void permitsFreed() {
    freed.incrementAndGet();
  }

  @Override
  public @Nullable Object outputs(ExecutionId execution, String taskId) {
    asked.add(taskId);
    return outputs.get(taskId);
  }

  @Override
  public @Nullable Object outputs(ExecutionId execution, String taskId, List<String> path) {
    return outputs.get(taskId);
  }

  @Override
  public List<String> tasksWithOutputs(ExecutionId execution) {
    return List.copyOf(new TreeMap<>(outputs).keySet());
  }

  @Override
  public List<Map<String, Object>> errorLogs(ExecutionId execution) {
    return List.of();
  }

  @Override
  public List<Map<String, Object>> tasksWithState(ExecutionId execution, String state) {
    return List.of();
  }

  @Override
  public Map<String, Object> taskStates(ExecutionId execution) {
    asked.add("taskStates");
    return Map.of("a", Map.of("state", "SUCCESS"));
  }

  @Override
  public Map<String, Object> failure(ExecutionId execution) {
    asked.add("failure");
    return Map.of("taskId", "a", "message", "wrong");
  }

  @Override
  public Optional<ExecutionId> parentOf(ExecutionId execution) {
    return Optional.ofNullable(parents.get(execution));
  }

  @Override
  public Optional<Object> kv(String namespace, String key) {
    return Optional.ofNullable(keyValues.getOrDefault(namespace, Map.of()).get(key));
  }

  @Override
  public boolean putKv(String namespace, String key, KvWrite write) {
    var store = keyValues.computeIfAbsent(namespace, _ -> new ConcurrentHashMap<>());
    if (!write.overwrite() && store.containsKey(key)) {
      return false;
    }
    if (write.value() == null) {
      store.remove(key);
    } else {
      store.put(key, write.value());
    }
    return true;
  }

  @Override
  public int deleteKv(String namespace, List<String> keys) {
    var store = keyValues.getOrDefault(namespace, new ConcurrentHashMap<>());
    int before = store.size();
    keys.forEach(store::remove);
    return before - store.size();
  }

  @Override
  public SequencedMap<String, Boolean> allKv(String namespace) {
    var keys = new LinkedHashMap<String, Boolean>();
    kvKeys(namespace, "").forEach(key -> keys.put(key, key.startsWith("expired")));
    return keys;
  }

  @Override
  public List<String> kvNamespaces() {
    return List.copyOf(new TreeMap<>(keyValues).keySet());
  }

  @Override
  public List<String> kvKeys(String namespace, String prefix) {
    return new TreeMap<>(keyValues.getOrDefault(namespace, Map.of()))
        .keySet().stream().filter(key -> key.startsWith(prefix)).toList();
  }

  @Override
  public NamespacePort namespaces() {
    return spaces;
  }

  @Override
  public Optional<String> flowSource(FlowId flow) {
    return Optional.empty();
  }

  @Override
  public HousekeepingPort housekeeping() {
    throw new UnsupportedOperationException("there is no instance to keep house of");
  }

  /// Turned around and padded: enough for tests.
  @Override
  public String seal(String plain) {
    var turned = new StringBuilder(plain).reverse() + " ".repeat(60);
    return Base64.getEncoder().encodeToString(turned.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String open(String cipher) {
    var turned = new String(Base64.getDecoder().decode(cipher), StandardCharsets.UTF_8);
    return new StringBuilder(turned.stripTrailing()).reverse().toString();
  }
}
