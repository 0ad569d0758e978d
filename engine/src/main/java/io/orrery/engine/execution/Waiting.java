package io.orrery.engine.execution;

import io.orrery.model.state.State;

/// The state of a running execution as its waiting task runs make it.
final class Waiting {
  private Waiting() {}

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
