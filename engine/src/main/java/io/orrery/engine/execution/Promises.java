package io.orrery.engine.execution;

import io.orrery.engine.execution.Frame.Branch;
import io.orrery.model.flow.Sla;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The promises (`sla`) that a flow makes about its executions, and what comes of a broken one.
///
/// Each promise acts once. A broken one that fails or cancels decides the end: what runs is
/// stopped, `errors` is not run (no task failed), `finally` is; promises broken later mean nothing.
///
/// A deadline is a timer that follows from the records. Assertions are judged elsewhere, since a
/// user wrote them: before the first task begins and after the last one the execution waits for the
/// answer, in between it does not.
final class Promises {
  private Promises() {}

  /// The deadlines that are still to come, as effects.
  static List<Effect> deadlines(io.orrery.engine.plan.FlowPlan plan, Execution head) {
    var effects = new ArrayList<Effect>();
    if (head.state().terminal() || head.course().verdict().isPresent()) {
      return effects;
    }
    var from = startOf(head);
    for (int i = 0; i < plan.promises().size(); i++) {
      var duration = plan.promises().get(i).sla().duration();
      if (duration.isPresent() && !head.course().isBroken(i)) {
        effects.add(new Effect.Deadline(from.plus(duration.get())));
      }
    }
    return effects;
  }

  /// Since when its time is taken: its creation, the date it was to start at, or its restart.
  private static Instant startOf(Execution head) {
    var changes = head.history().changes();
    for (int i = changes.size() - 1; i > 0; i--) {
      if (changes.get(i - 1).state().terminal()) {
        return changes.get(i).at();
      }
    }
    var created = head.history().startedAt();
    return head.fixed().scheduleDate().filter(date -> date.isAfter(created)).orElse(created);
  }

  static void arm(Draft draft) {
    deadlines(draft.plan, draft.head()).forEach(draft::effect);
  }

  static void deadline(Draft draft) {
    var from = startOf(draft.head());
    for (int i = 0; i < draft.plan.promises().size(); i++) {
      var duration = draft.plan.promises().get(i).sla().duration();
      if (duration.isPresent() && !from.plus(duration.get()).isAfter(draft.now)) {
        broken(draft, i, "the execution takes longer than " + duration.get());
      }
    }
  }

  static void judged(Draft draft, Event.Judged event) {
    for (int promise : event.broken()) {
      broken(
          draft,
          promise,
          "the assertion does not hold: "
              + draft.plan.promises().get(promise).sla().assertion().orElse(""));
    }
    var branch = draft.head().root().branch();
    if (!event.awaited() || draft.head().state().terminal()) {
      return;
    }
    if (branch == Branch.ADMISSION) {
      draft.frame(Draft.ROOT, it -> it.entering(Branch.MAIN));
      draft.toAdvance(Draft.ROOT);
    } else if (branch == Branch.VERDICT) {
      Containers.decided(draft, draft.head().root());
    }
  }

  /// Whether the promises must be judged for what this decision changed.
  static boolean concerned(Draft draft) {
    return draft.plan.asserts()
        && draft.changedAnything()
        && !draft.head().state().terminal()
        && draft.head().course().verdict().isEmpty()
        && switch (draft.head().root().branch()) {
          case MAIN, ERRORS, FINALLY -> true;
          case INPUTS, ADMISSION, ON_PAUSE, VERDICT, OUTPUTS, AFTER, DONE, LATER -> false;
        };
  }

  private static void broken(Draft draft, int promise, String why) {
    var head = draft.head();
    if (head.state().terminal()
        || head.state() == State.KILLING
        || head.course().verdict().isPresent()
        || head.course().isBroken(promise)) {
      return;
    }
    var sla = draft.plan.promises().get(promise).sla();
    draft.head(it -> Heads.course(it, it.course().breaking(promise)));
    draft.head(it -> Heads.labels(it, sla.labels()));
    var message = "SLA '" + sla.id() + "' is broken: " + why;
    draft.log(
        Draft.ROOT, sla.behavior() == Sla.Behavior.FAIL ? LogLevel.ERROR : LogLevel.WARN, message);
    switch (sla.behavior()) {
      case NONE -> {}
      case FAIL -> {
        draft.head(it -> Heads.error(it, Optional.of(message)));
        Cutting.cut(draft, State.FAILED, Cutting.Running.STOPPED);
      }
      case CANCEL -> Cutting.cut(draft, State.CANCELLED, Cutting.Running.STOPPED);
    }
  }
}
