package io.orrery.conformance.embedded;

import io.orrery.app.command.CommandLineTool;
import io.orrery.app.command.Instance;
import io.orrery.app.command.Outside;
import io.orrery.app.terminal.Terminal;
import io.orrery.app.wiring.EmbeddedServer;
import io.orrery.app.wiring.Language;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.subject.Content;
import io.orrery.conformance.subject.ExecutionView;
import io.orrery.conformance.subject.FlowName;
import io.orrery.conformance.subject.InputPart;
import io.orrery.conformance.subject.Refusal;
import io.orrery.conformance.subject.Subject;
import io.orrery.conformance.subject.Unsupported;
import io.orrery.controller.Orchestrator;
import io.orrery.model.flow.Flow;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.problem.Parsed;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.server.flow.FlowJson;
import io.orrery.server.flow.FlowText;
import io.orrery.storage.StoragePaths;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.KeyValues.Write;
import io.orrery.store.query.LogFilter;
import io.orrery.store.query.LogQueries;
import io.orrery.store.query.PageRequest;
import io.orrery.store.vnode.SavedFlow;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An instance in this process, with a database and a folder of its own.
final class EmbeddedSubject implements Subject {

  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final int LOG_LINES_MAX = 10_000;

  /// A flow that says of itself that it is deleted.
  private static final Pattern DELETED = Pattern.compile("(?m)^deleted:\\s*true\\b");

  private final EmbeddedServer server;
  private final Language language;
  private final ApiClient api;
  private final Files files;
  private final Runnable afterwards;

  /// @param language shared by all instances: it has no state
  /// @param afterwards what is left to do once the server is closed
  EmbeddedSubject(EmbeddedServer server, Language language, Runnable afterwards) {
    this.server = server;
    this.language = language;
    this.api = new ApiClient(server.httpPort());
    this.files = new Files(server.storage());
    this.afterwards = afterwards;
  }

  @Override
  public InstantSource clock() {
    return InstantSource.system();
  }

  @Override
  public void pass(Duration time) {
    try {
      var _ = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting", e);
    }
  }

  @Override
  public void close() {
    api.close();
    server.close();
    afterwards.run();
  }

  @Override
  public Validation validate(String source) {
    return Validations.of(server.read(source), () -> flowJson(source));
  }

  /// The flow as the API shows what the text says, its own revision and deletion included.
  private Optional<String> flowJson(String source) {
    if (!(server.read(source) instanceof Parsed.Ok<Flow>(var flow, var _))) {
      return Optional.empty();
    }
    var tree = FlowText.tree(source).orElseGet(LinkedHashMap::new);
    int revision = tree.get("revision") instanceof Integer number ? number : 1;
    boolean deleted = Boolean.TRUE.equals(tree.get("deleted"));
    var read =
        new SavedFlow(flow.key(), revision, source, flow.disabled(), deleted, clock().instant());
    return Optional.of(
        io.orrery.server.json.Json.text(FlowJson.of(read, FlowJson.Source.LEFT_OUT)));
  }

  @Override
  public void deploy(String source) {
    switch (server.read(source)) {
      case Parsed.Ok<Flow>(var flow, var _) -> {
        await(server.orchestrator().saveFlow(flow, source));
        if (DELETED.matcher(source).find()) {
          await(server.orchestrator().deleteFlow(flow.key()));
        }
      }
      case Parsed.Bad<Flow> bad -> throw new Refusal(Validations.of(bad).problems());
    }
  }

  @Override
  public Map<String, Object> resolveInputs(FlowName name, List<InputPart> inputs) {
    var flow =
        server
            .orchestrator()
            .flow(key(name))
            .orElseThrow(() -> new Refusal("no flow " + name))
            .flow();
    var given = new LinkedHashMap<String, Object>();
    for (var part : inputs) {
      switch (part) {
        case InputPart.Value value -> given.put(value.name(), value.value());
        case InputPart.Upload upload -> given.put(upload.name(), files.upload(name, upload));
      }
    }
    return switch (server.inputs(flow, given)) {
      case Instance.Inputs.Good(var values) -> values;
      case Instance.Inputs.Bad(var problems) -> throw new Refusal(problems);
    };
  }

  @Override
  public Map<String, Object> graph(
      FlowName flow, Optional<String> executionId, List<String> expand) {
    var path =
        executionId
            .map(id -> "/api/v1/executions/" + id + "/graph")
            .orElseGet(() -> "/api/v1/flows/" + flow.namespace() + "/" + flow.id() + "/graph");
    var query =
        expand.stream()
            .map(uid -> "subflows=" + ApiClient.encoded(uid))
            .collect(Collectors.joining("&", "?", ""));
    return ApiClient.good(api.get(path + query));
  }

  @Override
  public List<InputCheck> validateInputs(FlowName flow, List<InputPart> inputs) {
    var path = "/api/v1/executions/" + flow.namespace() + "/" + flow.id() + "/validate";
    var checks = new ArrayList<InputCheck>();
    for (var item : Json.items(api.post(path, inputs).get("inputs"))) {
      var fields = new LinkedHashMap<>(Json.members(item));
      var definition = Json.members(fields.remove("input"));
      fields.put("definition", definition);
      Json.items(fields.remove("errors")).stream()
          .findFirst()
          .ifPresent(error -> fields.put("error", Json.members(error).get("message")));
      checks.add(new InputCheck(String.valueOf(definition.get("id")), fields));
    }
    return checks;
  }

  @Override
  public void setTriggerDisabled(FlowName flow, String triggerId, boolean disabled) {
    await(server.orchestrator().setTriggerDisabled(new TriggerId(key(flow), triggerId), disabled));
  }

  /// What is known of a trigger comes of what happens to it; only the switch can be given.
  @Override
  public void putTriggerState(FlowName flow, String triggerId, Map<String, Object> state) {
    if (!state.keySet().equals(Set.of("disabled"))) {
      throw new Unsupported("a trigger state given beforehand, but for 'disabled'");
    }
    setTriggerDisabled(flow, triggerId, Boolean.TRUE.equals(state.get("disabled")));
  }

  @Override
  public Optional<Map<String, Object>> triggerState(FlowName flow, String triggerId) {
    var answer = api.get("/api/v1/triggers/" + flow.namespace() + "/" + flow.id());
    for (var item : Json.items(ApiClient.good(answer).get("results"))) {
      var state = Json.members(item);
      if (triggerId.equals(state.get("triggerId"))) {
        return Optional.of(state);
      }
    }
    return Optional.empty();
  }

  @Override
  public ExecutionView start(Start start) {
    var id =
        switch (start.mode()) {
          case TYPED -> typed(start);
          case RAW -> raw(start, values(start.inputs()));
          case NONE -> raw(start, Map.of());
        };
    var now = found(id);
    return now.afterStates(1);
  }

  private String typed(Start start) {
    var target = new StringBuilder("/api/v1/executions/");
    target.append(start.flow().namespace()).append('/').append(start.flow().id()).append('?');
    start
        .labels()
        .forEach(
            (key, value) ->
                target.append("labels=").append(ApiClient.encoded(key + ":" + value)).append('&'));
    start
        .scheduleDate()
        .ifPresent(
            date -> target.append("scheduleDate=").append(ApiClient.encoded(date.toString())));
    return String.valueOf(api.post(target.toString(), start.inputs()).get("id"));
  }

  private String raw(Start start, Map<String, Object> inputs) {
    var request =
        new Orchestrator.Start(
            key(start.flow()),
            Optional.empty(),
            Optional.empty(),
            inputs,
            start.labels(),
            start.scheduleDate(),
            Optional.empty());
    return await(server.orchestrator().start(request)).id().value();
  }

  private static Map<String, Object> values(List<InputPart> parts) {
    var values = new LinkedHashMap<String, Object>();
    for (var part : parts) {
      switch (part) {
        case InputPart.Value value -> values.put(value.name(), value.value());
        case InputPart.Upload upload ->
            throw new Unsupported("an upload that no reader takes: " + upload.name());
      }
    }
    return values;
  }

  @Override
  public Optional<ExecutionView> execution(String id) {
    return server
        .executions()
        .find(new ExecutionId(id))
        .map(whole -> Views.of(whole, server.opener()));
  }

  private ExecutionView found(String id) {
    return execution(id).orElseThrow(() -> new IllegalStateException("execution " + id + " gone"));
  }

  @Override
  public List<ExecutionView> executions(Optional<String> flowId, Optional<String> startedBy) {
    var any = ExecutionFilter.ANY;
    var filter =
        new ExecutionFilter(
            any.text(),
            any.namespace(),
            flowId,
            Set.of(),
            Map.of(),
            any.from(),
            any.to(),
            startedBy.map(ExecutionId::new),
            any.child());
    var order = List.of(new PageRequest.Sort("state.startDate", true));
    var page = server.executions().search(filter, new PageRequest(1, PageRequest.SIZE_MAX, order));
    return page.results().stream().flatMap(each -> execution(each.id().value()).stream()).toList();
  }

  @Override
  public ExecutionView restart(String id, Optional<Integer> revision) {
    var before = found(id).history().size();
    var restarted =
        revision.isPresent()
            ? await(server.orchestrator().restart(new ExecutionId(id), revision.get()))
            : await(server.orchestrator().restart(new ExecutionId(id)));
    return rightAfter(restarted.id().value(), before);
  }

  @Override
  public ExecutionView replay(String id, Optional<TaskRunName> from) {
    var source = found(id);
    var run = from.map(name -> taskRun(source, name));
    var replay =
        new Orchestrator.Replay(
            new ExecutionId(id), run, Optional.empty(), Optional.empty(), Optional.empty());
    var replayed = await(server.orchestrator().replay(replay)).id().value();
    return from.isPresent()
        ? rightAfter(replayed, source.history().size())
        : found(replayed).afterStates(1);
  }

  private static TaskRunId taskRun(ExecutionView execution, TaskRunName name) {
    return execution.taskRuns().stream()
        .filter(run -> run.name().equals(name.toString()))
        .findFirst()
        .map(run -> TaskRunId.parse(run.id()))
        .orElseThrow(() -> new Refusal("no task run " + name));
  }

  @Override
  public ExecutionView resume(String id, List<InputPart> inputs, Optional<String> into) {
    var view = found(id);
    var before = view.history().size();
    if (into.isPresent()) {
      await(server.orchestrator().mark(new ExecutionId(id), paused(view), ended(into.get())));
      return rightAfter(id, before);
    }
    api.post("/api/v1/executions/" + id + "/resume", inputs);
    return rightAfter(id, before);
  }

  /// Resuming into a state is marking the task run that waits, in Kestra as here.
  private static TaskRunId paused(ExecutionView execution) {
    return execution.taskRuns().stream()
        .filter(run -> run.state() == State.PAUSED)
        .findFirst()
        .map(run -> TaskRunId.parse(run.id()))
        .orElseThrow(() -> new Refusal("not paused"));
  }

  /// Nothing of a pause is left to be ended slowly: where Kestra says KILLING, it is KILLED at
  /// once.
  private static State ended(String into) {
    var state = State.valueOf(into);
    return state == State.KILLING ? State.KILLED : state;
  }

  @Override
  public ExecutionView markAs(String id, TaskRunName taskRun, String state) {
    var before = found(id);
    var run = taskRun(before, taskRun);
    await(server.orchestrator().mark(new ExecutionId(id), run, State.valueOf(state)));
    return rightAfter(id, before.history().size());
  }

  @Override
  public ExecutionView kill(String id) {
    var before = found(id).history().size();
    await(server.orchestrator().kill(new ExecutionId(id), Orchestrator.Cascade.CHILDREN));
    return rightAfter(id, before);
  }

  /// The execution as it was when it took the state that came after its first `before` ones.
  private ExecutionView rightAfter(String id, int before) {
    var now = found(id);
    return before < now.history().size() ? now.afterStates(before + 1) : now;
  }

  @Override
  public void deleteExecution(String id) {
    await(server.orchestrator().delete(new ExecutionId(id)));
  }

  @Override
  public List<LogView> logs(String executionId) {
    var execution = new ExecutionId(executionId);
    var lines =
        server
            .logs()
            .after(LogFilter.of(execution, LogLevel.TRACE), LogQueries.Cursor.START, LOG_LINES_MAX);
    return lines.stream()
        .map(
            line ->
                new LogView(
                    line.taskId(),
                    new TaskRunId(execution, line.taskRun()).toString(),
                    line.level().name(),
                    line.message(),
                    line.at()))
        .toList();
  }

  @Override
  public Optional<Content> storage(String address) {
    return files.read(address);
  }

  @Override
  public void putStorage(String path, Content content) {
    files.put(path, content);
  }

  @Override
  public Optional<Content> namespaceFile(String namespace, String path) {
    return new ApiNamespaceFiles(api).find(namespace, path);
  }

  @Override
  public List<String> namespaceFolder(String namespace, String path) {
    return new ApiNamespaceFiles(api).names(namespace, path);
  }

  @Override
  public void putNamespaceFile(String namespace, String path, Content content) {
    new ApiNamespaceFiles(api).put(namespace, path, content);
  }

  @Override
  public Optional<KeyValue> keyValue(String namespace, String key) {
    return new ApiKeyValues(api).find(namespace, key);
  }

  @Override
  public void putKeyValue(
      String namespace, String key, @Nullable Object value, Optional<Instant> expiresAt) {
    if (expiresAt.isPresent()) {
      // The API takes no value whose time is over already.
      boolean _ =
          server
              .keyValues()
              .put(namespace, key, Write.of(Json.write(value), expiresAt), clock().instant());
    } else {
      new ApiKeyValues(api).put(namespace, key, value);
    }
  }

  @Override
  public void deleteCache(FlowName flow, String taskId) {
    files.deleteAll(StoragePaths.cache(key(flow), taskId));
  }

  @Override
  public HttpAnswer http(HttpCall call) {
    return api.call(call);
  }

  @Override
  public CommandResult command(List<String> arguments, Path folder) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var outside =
        new Outside(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            Terminal.NONE,
            Map.of(),
            folder,
            clock(),
            new EmbeddedParts(language));
    int exitCode = CommandLineTool.run(outside, arguments.toArray(String[]::new));
    return new CommandResult(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static FlowId key(FlowName name) {
    return new FlowId(name.namespace(), name.id());
  }

  private static <T> T await(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the controller", e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("no answer of the controller within " + PATIENCE, e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Orchestrator.Refused refused) {
        throw new Refusal(String.valueOf(refused.getMessage()));
      }
      throw new IllegalStateException("the controller failed", e.getCause());
    }
  }
}
