package io.orrery.engine.execution;

import io.orrery.model.state.State;

/// The state of a running execution as its waiting task runs make it.
final class Waiting {
  private Waiting() {}

  /// So many more task runs wait in PAUSED.
  static void paused(Draft draft, int more) {
    draft.head(head -> Heads.waiting(head, head.paused() + more, head.retrying()));
    refresh(draft);
  }

  /// So many more task runs wait in RETRYING; what is held stays so.
  static void retrying(Draft draft, int more) {
    draft.head(head -> Heads.waiting(head, head.paused(), head.retrying() + more));
    if (!Holding.held(draft.head())) {
      refresh(draft);
    }
  }

  static void refresh(Draft draft) {
    var head = draft.head();
    switch (head.state()) {
      case RUNNING, PAUSED, RETRYING, RESTARTED -> {
        var state =
            head.paused() > 0 ? State.PAUSED : head.retrying() > 0 ? State.RETRYING : State.RUNNING;
        draft.head(it -> Heads.state(it, state, draft.now));
      }
      // What is being killed, or has ended, does not wait.
      case CREATED, SUBMITTED, QUEUED, KILLING, BREAKPOINT -> {}
      case SUCCESS, WARNING, FAILED, KILLED, CANCELLED, SKIPPED, RETRIED, RESUBMITTED -> {}
    }
  }
}
