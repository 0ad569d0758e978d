package io.orrery.worker;

import io.orrery.expression.pebble.PebbleTemplates;
import io.orrery.model.flow.TaskCache;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.LogLevel;
import io.orrery.plugin.api.PluginProvider;
import io.orrery.rpc.Job;
import io.orrery.rpc.SharedFolder;
import io.orrery.storage.LocalStorage;
import io.orrery.storage.LocalStorage.Durability;
import io.orrery.worker.context.LocalFiles;
import io.orrery.worker.context.Secrets;
import io.orrery.worker.plugin.Plugins;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.LoggerFactory;

/// A worker on a table, with a controller that remembers.
final class Bench implements AutoCloseable {

  static final FlowId FLOW = new FlowId("io.acme.tests", "flow");
  static final ExecutionId EXECUTION = new ExecutionId("0000000000000000000001");

  final RecordingController controller = new RecordingController();
  final LocalStorage storage;
  final Path folder;
  final Worker worker;
  private final AtomicInteger seq = new AtomicInteger();

  static Bench open(Path folder) {
    return open(folder, Map.of(), WorkerConfig.PERMITS);
  }

  /// @param secrets plain values by name
  static Bench open(Path folder, Map<String, String> secrets, int permits) {
    return new Bench(folder, secrets, permits, List.of());
  }

  Bench(Path folder, Map<String, String> secrets, int permits, List<Class<?>> more) {
    this.folder = folder.resolve("attempts");
    try {
      this.storage = LocalStorage.open(folder.resolve("storage"), Durability.PROCESS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var environment = new LinkedHashMap<String, String>();
    secrets.forEach(
        (name, value) ->
            environment.put(
                "SECRET_" + name,
                Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
    var providers = new ArrayList<PluginProvider>();
    ServiceLoader.load(PluginProvider.class).forEach(providers::add);
    providers.add(() -> more);
    this.worker =
        new Worker(
            new WorkerConfig(
                permits,
                this.folder,
                Duration.ofMillis(300),
                WorkerConfig.VALUE_BYTES_MAX,
                Map.of()),
            new Worker.Parts(
                controller,
                Plugins.of(providers),
                new PebbleTemplates(),
                storage,
                LocalFiles.NONE,
                Secrets.of(environment, LoggerFactory.getLogger(Bench.class)),
                InstantSource.system()));
  }

  /// A job of this type; offer it, or change it first.
  Job job(String type, Map<String, Object> properties) {
    return new Job(
        new TaskRunId(EXECUTION, seq.getAndIncrement()),
        1,
        1,
        FLOW,
        1,
        "task",
        type,
        properties,
        Map.of("flow", Map.of("namespace", FLOW.namespace())),
        List.of(),
        Optional.empty(),
        LogLevel.TRACE,
        false);
  }

  static Job withVariables(Job job, Map<String, Object> variables) {
    return change(job, variables, job.timeout(), job.logLevel(), job.logToFile());
  }

  static Job withTimeout(Job job, String timeout) {
    return change(job, job.variables(), Optional.of(timeout), job.logLevel(), job.logToFile());
  }

  static Job withFloor(Job job, LogLevel floor) {
    return change(job, job.variables(), job.timeout(), floor, job.logToFile());
  }

  static Job withLogFile(Job job) {
    return change(job, job.variables(), job.timeout(), job.logLevel(), true);
  }

  static Job sharing(Job job, SharedFolder folder) {
    return copy(job, job.path(), Optional.of(folder), job.cache());
  }

  static Job caching(Job job, TaskCache cache) {
    return copy(job, job.path(), job.folder(), Optional.of(cache));
  }

  static Job at(Job job, List<String> path) {
    return copy(job, path, job.folder(), job.cache());
  }

  private static Job copy(
      Job job, List<String> path, Optional<SharedFolder> folder, Optional<TaskCache> cache) {
    return new Job(
        job.taskRun(),
        job.attempt(),
        job.epoch(),
        job.flow(),
        job.revision(),
        job.taskId(),
        job.type(),
        job.properties(),
        job.variables(),
        path,
        job.timeout(),
        job.logLevel(),
        job.logToFile(),
        folder,
        cache);
  }

  private static Job change(
      Job job,
      Map<String, Object> variables,
      Optional<String> timeout,
      LogLevel floor,
      boolean logToFile) {
    return new Job(
        job.taskRun(),
        job.attempt(),
        job.epoch(),
        job.flow(),
        job.revision(),
        job.taskId(),
        job.type(),
        job.properties(),
        variables,
        job.path(),
        timeout,
        floor,
        logToFile);
  }

  @Override
  public void close() {
    worker.close();
  }
}
