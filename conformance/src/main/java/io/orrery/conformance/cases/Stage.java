package io.orrery.conformance.cases;

import io.orrery.conformance.corpus.Corpus;
import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.match.Context;
import io.orrery.conformance.match.Matchers;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.subject.ExecutionView;
import io.orrery.conformance.subject.FlowName;
import io.orrery.conformance.subject.FlowSubject.InputCheck;
import io.orrery.conformance.subject.FlowSubject.Validation;
import io.orrery.conformance.subject.InputPart;
import io.orrery.conformance.subject.Refusal;
import io.orrery.conformance.subject.Subject;
import io.orrery.conformance.subject.Unsupported;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is known while one case is played: the only mutable thing here, and used by one thread.
///
/// "The execution" of a case is its last run; `named` are those that a step gave a name to.
final class Stage {

  private final Corpus corpus;
  private final Entry entry;
  private final Subject subject;
  private final Map<String, String> named = new LinkedHashMap<>();
  private final List<Mismatch> misses = new ArrayList<>();
  private Optional<String> mainId = Optional.empty();
  private Optional<String> childId = Optional.empty();
  private Instant stepBegan;
  private Instant runBegan;

  /// What the language steps (validate, inputs, graph) came to, for the expectations at the end.
  private Optional<Validation> validation = Optional.empty();

  private Optional<Refusal> refusal = Optional.empty();
  private Optional<Map<String, Object>> resolvedInputs = Optional.empty();
  private Optional<List<InputCheck>> inputChecks = Optional.empty();
  private Optional<Map<String, Object>> graph = Optional.empty();

  Stage(Corpus corpus, Entry entry, Subject subject) {
    this.corpus = corpus;
    this.entry = entry;
    this.subject = subject;
    this.stepBegan = subject.clock().instant();
    this.runBegan = stepBegan;
  }

  Corpus corpus() {
    return corpus;
  }

  Entry entry() {
    return entry;
  }

  Subject subject() {
    return subject;
  }

  /// The YAML of the case's own flow; empty when it has none.
  Optional<String> source() {
    return entry.text("flowInline").or(() -> entry.text("flow").map(corpus::text));
  }

  FlowName flow() {
    if (entry.text("flowId").isPresent() && entry.text("namespace").isPresent()) {
      return new FlowName(
          entry.text("namespace").orElseThrow(), entry.text("flowId").orElseThrow());
    }
    return source()
        .flatMap(FlowHeads::name)
        .orElseThrow(() -> new Unsupported("a case without a flow"));
  }

  List<InputPart> inputs() {
    return new InputParts(corpus).inputs(entry.object("inputs"));
  }

  void beginStep() {
    stepBegan = subject.clock().instant();
  }

  Instant stepBegan() {
    return stepBegan;
  }

  /// When the last run was asked for.
  Instant runBegan() {
    return runBegan;
  }

  void miss(List<Mismatch> differences) {
    misses.addAll(differences);
  }

  List<Mismatch> misses() {
    return List.copyOf(misses);
  }

  void ran(ExecutionView execution, Optional<String> as) {
    mainId = Optional.of(execution.id());
    runBegan = stepBegan;
    as.ifPresent(name -> named.put(name, execution.id()));
  }

  /// An execution that an HTTP answer showed: it is the case's own when no step ran one.
  void sawExecution(String id) {
    if (mainId.isEmpty()) {
      mainId = Optional.of(id);
    }
  }

  void replayed(String id) {
    childId = Optional.of(id);
  }

  Optional<String> mainId() {
    return mainId;
  }

  Map<String, String> named() {
    return named;
  }

  Optional<String> childId() {
    return childId;
  }

  /// The execution that a step speaks of: a named one, or the last run.
  String executionId(Optional<String> name) {
    return name.isPresent()
        ? Optional.ofNullable(named.get(name.get()))
            .orElseThrow(() -> new Unsupported("no execution is named " + name.get()))
        : mainId.orElseThrow(() -> new Unsupported("no execution was started"));
  }

  /// The execution as it is now.
  Optional<ExecutionView> main() {
    return mainId.flatMap(subject::execution);
  }

  /// Matchers for values of `execution`, if there is one.
  Matchers matchers(Optional<ExecutionView> execution) {
    return new Matchers(
        new Context(
            stepBegan,
            subject.clock(),
            ZoneOffset.UTC,
            reference -> execution.flatMap(view -> Refs.find(view, reference))));
  }

  Optional<Validation> validation() {
    return validation;
  }

  void validated(Validation result) {
    validation = Optional.of(result);
  }

  Optional<Refusal> refusal() {
    return refusal;
  }

  void refused(Refusal reason) {
    refusal = Optional.of(reason);
  }

  Optional<Map<String, Object>> resolvedInputs() {
    return resolvedInputs;
  }

  void resolved(Map<String, Object> inputs) {
    resolvedInputs = Optional.of(inputs);
  }

  Optional<List<InputCheck>> inputChecks() {
    return inputChecks;
  }

  void checked(List<InputCheck> checks) {
    inputChecks = Optional.of(checks);
  }

  Optional<Map<String, Object>> graph() {
    return graph;
  }

  void drew(Map<String, Object> drawing) {
    graph = Optional.of(drawing);
  }
}
