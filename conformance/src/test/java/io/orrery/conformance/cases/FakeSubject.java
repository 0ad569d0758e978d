package io.orrery.conformance.cases;

import io.orrery.conformance.subject.Content;
import io.orrery.conformance.subject.ExecutionView;
import io.orrery.conformance.subject.FlowName;
import io.orrery.conformance.subject.InputPart;
import io.orrery.conformance.subject.Refusal;
import io.orrery.conformance.subject.Subject;
import io.orrery.conformance.subject.TaskRunView;
import io.orrery.model.state.State;
import io.orrery.model.state.StateChange;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A subject whose executions all do the same: two tasks, one of them in a loop over `x` and `y`, a
/// second apart. Its clock moves only when someone waits.
final class FakeSubject implements Subject {

  static final Instant START = Instant.parse("2024-06-15T10:00:00Z");

  final List<String> deployed = new ArrayList<>();
  final Map<String, Start> starts = new LinkedHashMap<>();
  final Map<String, Object> values = new LinkedHashMap<>();
  final List<HttpCall> calls = new ArrayList<>();
  HttpAnswer answer = new HttpAnswer(200, Map.of(), Content.EMPTY);
  State lastState = State.SUCCESS;
  boolean closed;

  private final Map<String, Instant> created = new LinkedHashMap<>();
  private Instant now = START;

  @Override
  public InstantSource clock() {
    return () -> now;
  }

  @Override
  public void pass(Duration time) {
    now = now.plus(time);
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public void deploy(String source) {
    if (source.contains("broken")) {
      throw new Refusal("it is broken");
    }
    deployed.add(source);
  }

  @Override
  public Validation validate(String source) {
    return source.contains("broken")
        ? new Validation(
            List.of("tasks: must not be empty"), 1, List.of(), List.of(), Optional::empty)
        : new Validation(
            List.of(),
            0,
            List.of(),
            List.of(),
            () -> Optional.of("{\"id\":\"f\",\"tasks\":[{\"id\":\"a\",\"timeout\":\"PT1M\"}]}"));
  }

  @Override
  public ExecutionView start(Start start) {
    var id = "e" + (starts.size() + 1);
    starts.put(id, start);
    created.put(id, now);
    return view(id, now);
  }

  @Override
  public Optional<ExecutionView> execution(String id) {
    return starts.containsKey(id) ? Optional.of(view(id, now)) : Optional.empty();
  }

  @Override
  public List<ExecutionView> executions(Optional<String> flowId, Optional<String> startedBy) {
    return starts.keySet().stream()
        .map(id -> view(id, now))
        .filter(view -> flowId.isEmpty() || view.flow().id().equals(flowId.get()))
        .toList();
  }

  @Override
  public List<LogView> logs(String executionId) {
    // Lines arrive half a second after the end.
    return now.isBefore(createdAt(executionId).plusMillis(3500))
        ? List.of()
        : List.of(new LogView("a", executionId + "-0", "INFO", "done in a", now));
  }

  @Override
  public Optional<Content> storage(String address) {
    return address.startsWith("kestra:///")
        ? Optional.of(Content.of(address.substring(10)))
        : Optional.empty();
  }

  @Override
  public void putKeyValue(
      String namespace, String key, @Nullable Object value, Optional<Instant> expiresAt) {
    values.put(namespace + "/" + key, value);
  }

  @Override
  public Optional<KeyValue> keyValue(String namespace, String key) {
    var name = namespace + "/" + key;
    return values.containsKey(name)
        ? Optional.of(new KeyValue(values.get(name), Optional.empty()))
        : Optional.empty();
  }

  @Override
  public HttpAnswer http(HttpCall call) {
    calls.add(call);
    return answer;
  }

  private Instant createdAt(String id) {
    return Objects.requireNonNull(created.get(id), id);
  }

  private ExecutionView view(String id, Instant moment) {
    var start = Objects.requireNonNull(starts.get(id), id);
    var from = createdAt(id);
    var inputs = new LinkedHashMap<String, Object>();
    for (var part : start.inputs()) {
      switch (part) {
        case InputPart.Value value -> inputs.put(value.name(), value.value());
        case InputPart.Upload upload -> inputs.put(upload.name(), "kestra:///" + upload.fileName());
      }
    }
    var whole =
        new ExecutionView(
            id,
            new FlowName(start.flow().namespace(), start.flow().id()),
            1,
            List.of(
                new StateChange(State.CREATED, from),
                new StateChange(State.RUNNING, from.plusSeconds(1)),
                new StateChange(lastState, from.plusSeconds(3))),
            true,
            List.of(
                run(
                    id + "-0",
                    "a",
                    List.of(),
                    from.plusSeconds(1),
                    Map.of("uri", "kestra:///hello")),
                run(id + "-1", "b", List.of("x"), from.plusSeconds(2), Map.of("value", "of x")),
                run(
                    id + "-2",
                    "b",
                    List.of("x", "y"),
                    from.plusSeconds(2),
                    Map.of("value", "of y"))),
            inputs,
            Map.of(),
            start.labels(),
            Optional.empty(),
            start.scheduleDate(),
            Map.of());
    return whole.asOf(moment);
  }

  private TaskRunView run(
      String id, String taskId, List<String> path, Instant from, Map<String, Object> outputs) {
    var history =
        List.of(
            new StateChange(State.CREATED, from),
            new StateChange(State.RUNNING, from),
            new StateChange(State.SUCCESS, from.plusSeconds(1)));
    return new TaskRunView(
        id,
        taskId,
        path,
        history,
        List.of(new TaskRunView.Attempt(history, Optional.empty())),
        outputs);
  }
}
