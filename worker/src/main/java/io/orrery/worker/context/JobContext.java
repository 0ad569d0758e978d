package io.orrery.worker.context;

import io.orrery.expression.AskedMap;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.kept.Keeper;
import io.orrery.model.kept.Keeping;
import io.orrery.model.kept.Sizes;
import io.orrery.plugin.api.Housekeeping;
import io.orrery.plugin.api.KeyValues;
import io.orrery.plugin.api.Metric;
import io.orrery.plugin.api.NamespaceFiles;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.Storage;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.api.TaskRunner;
import io.orrery.plugin.api.WorkingFiles;
import io.orrery.plugin.api.WorkingFolder;
import io.orrery.rpc.ControllerPort;
import io.orrery.rpc.Job;
import io.orrery.rpc.JobResult;
import io.orrery.rpc.LogBatch;
import io.orrery.rpc.TriggerJob;
import io.orrery.storage.StoragePaths;
import io.orrery.storage.ValueShelf;
import io.orrery.worker.plugin.Outputs;
import io.orrery.worker.runner.ProcessRunner;
import java.io.IOException;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/// The run context of one attempt. [#close] it when the attempt is over.
public final class JobContext implements RunContext {

  /// What a context shares with those made of it by [#with].
  private record Attempt(
      Job job,
      Surroundings around,
      Keeper keeper,
      JobLog log,
      Optional<LogFile> logFile,
      Metrics metrics,
      AttemptFolder folder,
      ProcessRunner processes) {}

  private final Attempt attempt;
  private final Renderer renderer;

  private JobContext(Attempt attempt, Renderer renderer) {
    this.attempt = attempt;
    this.renderer = renderer;
  }

  /// @param onPendingLog told when a line waits to be sent and none did before
  /// @param shared the folder that the job shares with others; absent: it gets one of its own
  public static JobContext open(
      Job job, Surroundings around, Optional<Path> shared, Runnable onPendingLog) {
    return open(job, around, shared, shipping(job, around), onPendingLog);
  }

  /// The context of one dispatch of a trigger.
  public static JobContext open(TriggerJob trigger, Surroundings around, Runnable onPendingLog) {
    return open(
        trigger.job(),
        around,
        Optional.empty(),
        lines -> around.controller().triggerLogs(trigger.trigger(), lines),
        onPendingLog);
  }

  private static JobContext open(
      Job job,
      Surroundings around,
      Optional<Path> shared,
      JobLog.Sink shipping,
      Runnable onPendingLog) {
    var controller = around.controller();
    var keeper =
        new Keeping(
                new ControllersKey(controller),
                new ValueShelf(around.storage(), around.valueMaxBytes()))
            .keeper();
    var masker = keeper.masker();
    var logFile =
        job.logToFile()
            ? Optional.of(
                new LogFile(
                    JobStorage.of(around.sources(), job),
                    around.folder(),
                    "attempt-" + job.attempt() + ".log"))
            : Optional.<LogFile>empty();
    var sink = logFile.<JobLog.Sink>map(file -> file).orElse(shipping);
    var attempt =
        new Attempt(
            job,
            around,
            keeper,
            new JobLog(job.logLevel(), masker, around.clock(), sink, onPendingLog),
            logFile,
            new Metrics(around.clock(), masker),
            shared
                .map(AttemptFolder::shared)
                .orElseGet(() -> AttemptFolder.within(around.folder())),
            new ProcessRunner(
                job.taskRun() + "-" + job.attempt() + "-" + job.epoch(),
                around.killGrace(),
                masker::mask));
    var renderer = renderer(job, around, keeper);
    return new JobContext(
        attempt,
        shared.map(it -> renderer.with(Map.of("workingDir", it.toString()))).orElse(renderer));
  }

  private record ControllersKey(ControllerPort controller) implements Keeper.Key {
    @Override
    public String seal(String plain) {
      return controller.seal(plain);
    }

    @Override
    public String open(String cipher) {
      return controller.open(cipher);
    }
  }

  private static JobLog.Sink shipping(Job job, Surroundings around) {
    return lines ->
        around
            .controller()
            .logs(new LogBatch(job.taskRun(), job.flow(), job.taskId(), job.attempt(), lines));
  }

  private static Renderer renderer(Job job, Surroundings around, Keeper keeper) {
    var variables = new LinkedHashMap<>(around.variables());
    variables.putAll(keeper.opened(job.variables(), "outputs"));
    variables.put(
        "outputs",
        new LazyOutputs(
            around.controller(),
            job.taskRun().execution(),
            job.variables().get("outputs"),
            job.path(),
            job.implied(),
            keeper));
    var execution = job.taskRun().execution();
    variables.put("tasks", new AskedMap(() -> around.controller().taskStates(execution)));
    if (variables.containsKey("error")) {
      variables.put("error", new AskedMap(() -> around.controller().failure(execution)));
    }
    return new Renderer(
        around.templates(),
        variables,
        new ContextServices(
            job.flow(), Optional.of(job.taskRun().execution()), around.sources(), keeper));
  }

  @Override
  public String render(String template) {
    return renderer.text(template);
  }

  @Override
  public <T> Optional<T> render(Property<T> property) {
    return renderer.property(property);
  }

  @Override
  public @Nullable Object renderTree(@Nullable Object tree) {
    return renderer.tree(tree);
  }

  @Override
  public @Nullable Object evaluate(String template) {
    return renderer.evaluate(template);
  }

  @Override
  public RunContext with(Map<String, Object> variables) {
    return new JobContext(attempt, renderer.with(variables));
  }

  @Override
  public Map<String, Object> variables() {
    return renderer.variables();
  }

  @Override
  public Logger logger() {
    return attempt.log().logger();
  }

  /// The log itself, for the worker.
  public JobLog log() {
    return attempt.log();
  }

  @Override
  public WorkingFolder workingFolder() {
    return attempt.folder();
  }

  @Override
  public WorkingFiles files() {
    return new JobFiles(attempt.folder(), storage());
  }

  @Override
  public Storage storage() {
    return JobStorage.of(attempt.around().sources(), attempt.job());
  }

  @Override
  public Path localFolder(String path) {
    try {
      return attempt.around().sources().localFiles().folder(Path.of(path));
    } catch (InvalidPathException e) {
      throw new TaskFailure("'" + path.replace('\0', '?') + "' is no path of a folder", e);
    } catch (IOException e) {
      throw new TaskFailure(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public KeyValues keyValues() {
    return new JobKeyValues(
        attempt.job().flow().namespace(), attempt.around().controller(), attempt.keeper());
  }

  @Override
  public Housekeeping housekeeping() {
    return new JobHousekeeping(attempt.around().controller().housekeeping(), attempt.keeper());
  }

  @Override
  public NamespaceFiles namespaceFiles() {
    return new JobNamespaceFiles(
        attempt.job().flow().namespace(), attempt.around().sources(), logger());
  }

  @Override
  public TaskRunner taskRunner(Map<String, Object> taskRunner) {
    var type = String.valueOf(taskRunner.getOrDefault("type", "Process"));
    if (type.equals("Process") || type.endsWith(".Process")) {
      return attempt.processes();
    }
    throw new TaskFailure(
        "the task runner '"
            + type
            + "' is not available on this worker: scripts run as local processes. Use"
            + " io.kestra.plugin.core.runner.Process, or leave taskRunner out");
  }

  @Override
  public RunnableTask<?> task(Map<String, Object> definition) {
    var type = String.valueOf(definition.get("type"));
    if (!attempt.around().plugins().has(type)) {
      throw new TaskFailure(
          "The templated task must be a runnable task: '"
              + type
              + "' is none that this worker knows");
    }
    return attempt.around().plugins().task(type, definition);
  }

  @Override
  public void metric(Metric metric) {
    attempt.metrics().add(metric);
  }

  @Override
  public void sensitive(String value) {
    attempt.keeper().masker().add(value);
  }

  @Override
  public String masked(String text) {
    return attempt.keeper().masker().mask(text);
  }

  @Override
  public Place place() {
    var job = attempt.job();
    return new Place(
        job.flow().namespace(),
        job.flow().id(),
        job.revision(),
        job.taskRun().execution().value(),
        job.taskId(),
        job.taskRun().toString(),
        job.path(),
        job.attempt());
  }

  @Override
  public InstantSource clock() {
    return attempt.around().clock();
  }

  /// What a task returned, as it goes into a result: with secrets sealed, and what is large put
  /// aside.
  ///
  /// @throws TaskFailure when it is too large, or cannot be kept
  public Map<String, Object> outputs(@Nullable Object returned) {
    var job = attempt.job();
    return recorded(
        "the outputs",
        StoragePaths.taskRun(job.flow(), job.taskRun(), job.taskId()) + "/values",
        returned);
  }

  /// The same for what a trigger found.
  ///
  /// @param execution that it becomes
  public Map<String, Object> found(@Nullable Object output, ExecutionId execution) {
    var job = attempt.job();
    return recorded(
        "what was found",
        StoragePaths.execution(job.flow(), execution) + "/values",
        FoundFiles.of(job, execution, attempt.around().storage())
            .moved(Outputs.of(output, 4 * attempt.around().valueMaxBytes())));
  }

  /// The same for what a trigger keeps: nothing of it is put aside.
  ///
  /// @throws TaskFailure when it is too large
  public Map<String, Object> memory(Map<String, Object> values) {
    var memory = attempt.keeper().members(Outputs.of(values, 4 * attempt.around().valueMaxBytes()));
    long size = Sizes.of(memory);
    if (size > Keeper.RECORD_BYTES_MAX) {
      throw new TaskFailure(
          "what the trigger keeps between evaluations is "
              + Sizes.text(size)
              + ", more than the limit of "
              + Sizes.text(Keeper.RECORD_BYTES_MAX));
    }
    return memory;
  }

  /// What [#memory] made of it, in plain.
  public Map<String, Object> opened(Map<String, Object> memory) {
    return attempt.keeper().opened(memory, "");
  }

  private Map<String, Object> recorded(String what, String folder, @Nullable Object returned) {
    try {
      // Taken apart a little beyond the limit, so that the refusal can say how large they are.
      var outputs = Outputs.of(returned, 4 * attempt.around().valueMaxBytes());
      return attempt.keeper().recorded(what, folder, outputs);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new TaskFailure(String.valueOf(e.getMessage()), e);
    }
  }

  public List<JobResult.Metric> metrics() {
    return attempt.metrics().all();
  }

  /// Ends all processes that the attempt started and that are still there.
  public void endProcesses() {
    attempt.processes().close();
  }

  /// Ends processes, deletes the working folder, sends the rest of the log.
  ///
  /// @return the address of the log when it went to a file
  public Optional<URI> close() {
    endProcesses();
    try {
      attempt.folder().delete();
    } catch (IOException e) {
      logger().warn("The working folder cannot be deleted: {}", e.getMessage());
    }
    attempt.log().flush();
    return attempt.logFile().flatMap(this::store);
  }

  private Optional<URI> store(LogFile file) {
    try {
      return file.store();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("the log file cannot be stored", e);
    }
  }
}
