package io.orrery.controller.turn;

import io.orrery.model.id.ExecutionId;
import io.orrery.store.vnode.VnodeStore;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All records of one execution as they were read for a command. By the time the command is handled
/// they may be old: whoever uses them compares first ([Stale]).
///
/// @param loopValues of the loops that began, by seq
public record Records(WholeExecution whole, Map<Integer, List<String>> loopValues) {

  public Records {
    loopValues = Collections.unmodifiableMap(new LinkedHashMap<>(loopValues));
  }

  /// Reads the database. Empty when there is no such execution.
  public static Optional<Records> read(VnodeStore store, ExecutionId id) {
    return store
        .whole(id)
        .map(
            whole -> {
              var values = new LinkedHashMap<Integer, List<String>>();
              for (var run : whole.taskRuns()) {
                if (run.frame().isPresent()) {
                  var of = store.loopValues(run.id());
                  if (!of.isEmpty()) {
                    values.put(run.seq(), of);
                  }
                }
              }
              return new Records(whole, values);
            });
  }

  /// The execution changed since its records were read: read them again.
  public static final class Stale extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stale(ExecutionId id) {
      super("execution " + id + " changed meanwhile", null, false, false);
    }
  }
}
