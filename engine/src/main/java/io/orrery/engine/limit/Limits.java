package io.orrery.engine.limit;

import io.orrery.model.flow.Concurrency;
import java.util.Optional;

/// A flow's limit on running executions. The count is derived from the executions that hold a
/// place: those that were let in and have no final state yet. There is no counter to leak.
public final class Limits {
  private Limits() {}

  /// What becomes of an execution that wants to run.
  public enum Admission {
    RUN,
    QUEUE,
    CANCEL,
    FAIL
  }

  /// @param holding how many executions of the flow hold a place, of any revision; paused ones do
  /// @param queued how many wait: nobody overtakes them
  public static Admission admit(Optional<Concurrency> limit, int holding, int queued) {
    if (limit.isEmpty()) {
      return Admission.RUN;
    }
    boolean free = holding < limit.get().limit();
    return switch (limit.get().behavior()) {
      case QUEUE -> free && queued == 0 ? Admission.RUN : Admission.QUEUE;
      case CANCEL -> free ? Admission.RUN : Admission.CANCEL;
      case FAIL -> free ? Admission.RUN : Admission.FAIL;
    };
  }

  /// How many of those that wait may begin now.
  public static int free(Optional<Concurrency> limit, int holding) {
    return limit.map(it -> Math.max(0, it.limit() - holding)).orElse(Integer.MAX_VALUE);
  }
}
