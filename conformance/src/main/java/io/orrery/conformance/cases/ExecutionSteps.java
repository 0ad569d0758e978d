package io.orrery.conformance.cases;

import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.match.Moments;
import io.orrery.conformance.match.Values;
import io.orrery.conformance.subject.ExecutionSubject.InputMode;
import io.orrery.conformance.subject.ExecutionSubject.Start;
import io.orrery.conformance.subject.ExecutionView;
import io.orrery.conformance.subject.FlowName;
import io.orrery.conformance.subject.InputPart;
import io.orrery.conformance.subject.Refusal;
import io.orrery.conformance.subject.Unsupported;
import io.orrery.model.state.State;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Steps that start, steer or await executions.
final class ExecutionSteps {

  private static final String TERMINATED = "terminated";

  private final Stage stage;
  private final Patience patience;

  ExecutionSteps(Stage stage) {
    this.stage = stage;
    this.patience = new Patience(stage.subject());
  }

  void run(Step step) {
    step.knowing("flow", "inputs", "labels", "scheduleDate", "until");
    var execution = stage.subject().start(start(step));
    stage.ran(execution, step.as());
    var seen =
        step.has("until")
            ? await(execution.id(), step.get("until"), step, Passing.COUNTS)
            : Optional.of(execution);
    expect(step, seen);
  }

  private Start start(Step step) {
    var other = step.text("flow");
    var fields = step.fields();
    var inputs =
        fields.containsKey("inputs")
            ? new InputParts(stage.corpus()).inputs(step.object("inputs"))
            : other.isPresent() ? List.<InputPart>of() : stage.inputs();
    var labels = fields.containsKey("labels") ? step.object("labels") : ownLabels(other);
    return new Start(
        other.map(this::flowAt).orElseGet(stage::flow),
        inputMode(),
        inputs,
        texts(labels),
        scheduleDate(step.get("scheduleDate")));
  }

  private Map<String, Object> ownLabels(Optional<String> other) {
    return other.isPresent() ? Map.of() : stage.entry().object("labels");
  }

  private FlowName flowAt(String path) {
    return FlowHeads.name(stage.corpus().text(path))
        .orElseThrow(() -> new Unsupported("a flow without a name: " + path));
  }

  private InputMode inputMode() {
    return switch (stage.entry().text("inputMode").orElse("typed")) {
      case "typed" -> InputMode.TYPED;
      case "raw" -> InputMode.RAW;
      case "none" -> InputMode.NONE;
      default -> throw new Unsupported("inputMode " + stage.entry().get("inputMode"));
    };
  }

  private static Map<String, String> texts(Map<String, Object> values) {
    var texts = new LinkedHashMap<String, String>();
    values.forEach((key, value) -> texts.put(key, Values.text(value)));
    return texts;
  }

  /// A moment as text, or relative to the step's beginning.
  private Optional<Instant> scheduleDate(@Nullable Object value) {
    if (value == null) {
      return Optional.empty();
    }
    if (Json.members(value).get("$now") instanceof String offset) {
      return Optional.of(stage.stepBegan().plus(Moments.offset(offset)));
    }
    return Optional.of(
        Moments.read(value, ZoneOffset.UTC)
            .orElseThrow(() -> new Unsupported("date " + Values.shown(value))));
  }

  /// Whether a state counts that was passed before anyone looked.
  private enum Passing {
    COUNTS,
    DOES_NOT
  }

  void awaitState(Step step) {
    step.knowing("state", "transient");
    var passing = step.flag("transient") ? Passing.COUNTS : Passing.DOES_NOT;
    var id = stage.executionId(step.execution());
    expect(step, await(id, step.get("state"), step, passing));
  }

  void awaitChild(Step step) {
    step.knowing("state");
    var child =
        stage
            .childId()
            .or(
                () ->
                    patience.look(this::children, found -> !found.isEmpty(), step.within()).stream()
                        .map(ExecutionView::id)
                        .findFirst());
    if (child.isEmpty()) {
      stage.miss(Scene.miss("child", "an execution", "none"));
      return;
    }
    expect(step, await(child.get(), step.get("state"), step, Passing.DOES_NOT));
  }

  private List<ExecutionView> children() {
    return stage.subject().executions(Optional.empty(), stage.mainId());
  }

  /// Waits for a state (or `terminated`, or a matcher of states) and notes a miss if it never
  /// comes.
  private Optional<ExecutionView> await(
      String id, @Nullable Object state, Step step, Passing passing) {
    var seen = patience.await(id, Values.text(state), wanted(state, passing), step.within());
    stage.miss(seen.misses());
    return seen.execution().map(view -> passing == Passing.COUNTS ? whenLast(state, view) : view);
  }

  /// The execution as it was when it last took the state, if that is past.
  private static ExecutionView whenLast(@Nullable Object state, ExecutionView view) {
    for (var count = view.history().size(); count > 0; count--) {
      if (view.history().get(count - 1).state().name().equals(state)) {
        return count == view.history().size() ? view : view.afterStates(count);
      }
    }
    return view;
  }

  private Predicate<ExecutionView> wanted(@Nullable Object state, Passing passing) {
    if (TERMINATED.equals(state)) {
      return ExecutionView::finished;
    }
    if (!(state instanceof String name)) {
      return view -> stage.matchers(Optional.of(view)).matches(state, view.state().name());
    }
    var named = State.valueOf(name);
    if (named.terminal()) {
      return view -> view.state() == named && view.finished();
    }
    return view -> view.state() == named || (passing == Passing.COUNTS && view.hasBeen(named));
  }

  void restart(Step step) {
    step.knowing("revision");
    var revision =
        step.get("revision") instanceof Number number
            ? Optional.of(number.intValue())
            : Optional.<Integer>empty();
    command(step, id -> stage.subject().restart(id, revision));
  }

  void replay(Step step) {
    step.knowing("from");
    command(
        step,
        id -> {
          var replayed = stage.subject().replay(id, step.taskRun("from"));
          stage.replayed(replayed.id());
          return replayed;
        });
  }

  void markAs(Step step) {
    step.knowing("taskRun", "state");
    var taskRun =
        step.taskRun("taskRun").orElseThrow(() -> new Unsupported("markAs without taskRun"));
    command(step, id -> stage.subject().markAs(id, taskRun, step.needed("state")));
  }

  void resume(Step step) {
    step.knowing("inputs");
    var inputs = new InputParts(stage.corpus()).inputs(step.object("inputs"));
    command(step, id -> stage.subject().resume(id, inputs, step.as()));
  }

  void kill(Step step) {
    step.knowing();
    command(step, id -> stage.subject().kill(id));
  }

  void delete(Step step) {
    step.knowing();
    stage.subject().deleteExecution(stage.executionId(step.execution()));
  }

  private interface Command {
    ExecutionView on(String id);
  }

  /// Runs a command on an execution; a refusal is a miss unless the step expects an `error`.
  private void command(Step step, Command command) {
    var id = stage.executionId(step.execution());
    var before = stage.subject().execution(id);
    try {
      var after = command.on(id);
      if (step.expect().containsKey("error")) {
        stage.miss(Scene.miss("error", step.expect().get("error"), "no error"));
        return;
      }
      check(step, before, Optional.of(after));
    } catch (Refusal refusal) {
      stage.miss(refused(step, refusal));
    }
  }

  private static List<Mismatch> refused(Step step, Refusal refusal) {
    return step.expect().containsKey("error")
        ? LanguageChecks.mentions("error", step.expect().get("error"), refusal.messages())
        : Scene.miss(step.name(), "accepted", "refused: " + refusal.getMessage());
  }

  /// Checks a step's own expectations about an execution as it was seen.
  void expect(Step step, Optional<ExecutionView> execution) {
    check(step, Optional.empty(), execution);
  }

  private void check(Step step, Optional<ExecutionView> before, Optional<ExecutionView> execution) {
    if (step.expect().isEmpty()) {
      return;
    }
    var expect = Json.members(new Placeholders(stage).fill(step.expect()));
    Supplier<List<Mismatch>> check =
        () ->
            Expectations.check(
                expect, new Scene(stage, execution, before, expect), Expectations.Place.RELATED);
    stage.miss(check.get().stream().map(miss -> miss.under("step " + step.name())).toList());
  }
}
