package io.orrery.engine.execution;

import io.orrery.model.state.State;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Changes of an [Execution], one field each.
final class Heads {
  private final Execution it;
  private Execution.Fixed fixed;
  private Frame root;
  private int nextSeq;
  private int paused;
  private int retrying;
  private Map<String, String> labels;
  private Map<String, Object> outputs;
  private Optional<Instant> wakeAt;
  private Optional<String> error;
  private Map<String, Object> variables;
  private Course course;

  private Heads(Execution it) {
    this.it = it;
    fixed = it.fixed();
    root = it.root();
    nextSeq = it.nextSeq();
    paused = it.paused();
    retrying = it.retrying();
    labels = it.labels();
    outputs = it.outputs();
    wakeAt = it.wakeAt();
    error = it.error();
    variables = it.variables();
    course = it.course();
  }

  static Execution state(Execution it, State state, Instant at) {
    return it.with(it.history().then(state, at));
  }

  static Execution root(Execution it, Frame root) {
    var copy = new Heads(it);
    copy.root = root;
    return copy.made();
  }

  static Execution nextSeq(Execution it, int nextSeq) {
    var copy = new Heads(it);
    copy.nextSeq = nextSeq;
    return copy.made();
  }

  static Execution inputs(Execution it, Map<String, Object> inputs) {
    var copy = new Heads(it);
    copy.fixed = it.fixed().withInputs(inputs);
    return copy.made();
  }

  static Execution waiting(Execution it, int paused, int retrying) {
    var copy = new Heads(it);
    copy.paused = paused;
    copy.retrying = retrying;
    return copy.made();
  }

  static Execution labels(Execution it, Map<String, String> over) {
    var copy = new Heads(it);
    copy.labels = new LinkedHashMap<>(it.labels());
    copy.labels.putAll(over);
    return copy.made();
  }

  static Execution onlyLabels(Execution it, Map<String, String> labels) {
    var copy = new Heads(it);
    copy.labels = labels;
    return copy.made();
  }

  static Execution nextAttempt(Execution it) {
    var copy = new Heads(it);
    copy.fixed = it.fixed().nextAttempt();
    return copy.made();
  }

  static Execution outputs(Execution it, Map<String, Object> outputs) {
    var copy = new Heads(it);
    copy.outputs = outputs;
    return copy.made();
  }

  static Execution wakeAt(Execution it, Optional<Instant> wakeAt) {
    var copy = new Heads(it);
    copy.wakeAt = wakeAt;
    return copy.made();
  }

  static Execution error(Execution it, Optional<String> error) {
    var copy = new Heads(it);
    copy.error = error;
    return copy.made();
  }

  static Execution variables(Execution it, Map<String, Object> variables) {
    var copy = new Heads(it);
    copy.variables = variables;
    return copy.made();
  }

  static Execution course(Execution it, Course course) {
    var copy = new Heads(it);
    copy.course = course;
    return copy.made();
  }

  private Execution made() {
    return new Execution(
        it.id(),
        it.history(),
        root,
        nextSeq,
        paused,
        retrying,
        fixed,
        labels,
        outputs,
        variables,
        wakeAt,
        error,
        course);
  }
}
