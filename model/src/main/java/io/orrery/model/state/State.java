package io.orrery.model.state;

/// The state of an execution or a task run. The names are Kestra's, so that its clients read them.
public enum State {
  CREATED,
  SUBMITTED,
  QUEUED,
  RUNNING,
  PAUSED,
  RESTARTED,
  RETRYING,
  KILLING,
  BREAKPOINT,
  SUCCESS,
  WARNING,
  FAILED,
  KILLED,
  CANCELLED,
  SKIPPED,
  RETRIED,
  RESUBMITTED;

  /// Whether nothing more will happen by itself to what has this state.
  public boolean terminal() {
    return switch (this) {
      case SUCCESS, WARNING, FAILED, KILLED, CANCELLED, SKIPPED, RETRIED, RESUBMITTED -> true;
      case CREATED, SUBMITTED, QUEUED, RUNNING, PAUSED, RESTARTED, RETRYING, KILLING, BREAKPOINT ->
          false;
    };
  }
}
