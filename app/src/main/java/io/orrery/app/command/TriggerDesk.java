package io.orrery.app.command;

import io.orrery.model.id.TriggerId;

/// Where questions about triggers, and changes to them, go: a server, or a folder that none holds.
interface TriggerDesk extends TriggerReading {

  void setDisabled(TriggerId trigger, boolean disabled);

  void unlock(TriggerId trigger);

  /// @param force also beside the execution that it waits for
  /// @return the id of the execution
  String runNow(TriggerId trigger, boolean force);

  /// A trigger is not there, or what was asked cannot be done: said to the person as it is.
  final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refusal(String message) {
      super(message);
    }
  }
}
