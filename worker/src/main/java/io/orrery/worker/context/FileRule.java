package io.orrery.worker.context;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.rpc.ControllerPort;
import io.orrery.storage.StoragePaths;
import java.net.URI;
import java.util.Optional;

/// Which files of internal storage a template may read: those of its own execution, of the
/// execution that started it, and of those that it started (Kestra's rule).
record FileRule(ControllerPort controller, FlowId flow, ExecutionId execution) {

  private static final String MARK = "executions";

  boolean allows(URI file) {
    var path = file.getPath();
    if (path == null) {
      return false;
    }
    if (path.startsWith(StoragePaths.execution(flow, execution) + "/")) {
      return true;
    }
    return ownerOf(path)
        .filter(
            owner ->
                controller.parentOf(execution).filter(owner::equals).isPresent()
                    || controller.parentOf(owner).filter(execution::equals).isPresent())
        .isPresent();
  }

  private static Optional<ExecutionId> ownerOf(String path) {
    var parts = path.split("/", -1);
    for (int i = 0; i + 1 < parts.length; i++) {
      if (parts[i].equals(MARK) && !parts[i + 1].isEmpty()) {
        return Optional.of(new ExecutionId(parts[i + 1]));
      }
    }
    return Optional.empty();
  }
}
