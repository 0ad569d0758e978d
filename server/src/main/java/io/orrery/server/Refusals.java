package io.orrery.server;

import io.orrery.controller.Orchestrator.Refused;
import io.orrery.server.http.Fault;
import io.orrery.store.vnode.VnodeStore.LeaseLost;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.util.Optional;

/// What the exceptions of the rooms behind mean to a client.
final class Refusals {
  private Refusals() {}

  /// Empty for what nobody foresaw.
  static Optional<Fault> faultOf(Throwable thrown) {
    return switch (thrown) {
      case Refused refused -> Optional.of(faultOf(refused));
      case StoreUnavailable _ -> Optional.of(busy("the database does not answer now; try again"));
      case LeaseLost _ -> Optional.of(busy("the flow is moving to another server; try again"));
      default -> Optional.empty();
    };
  }

  private static Fault faultOf(Refused refused) {
    var message = String.valueOf(refused.getMessage());
    return switch (refused.reason()) {
      case NOT_FOUND -> Fault.notFound(message);
      case CONFLICT -> Fault.conflict(message);
      case INVALID ->
          refused.problems().isEmpty()
              ? Fault.invalid("", message)
              : Fault.invalid(
                  refused.problems().stream()
                      .map(problem -> new Fault.Detail(problem.what(), problem.path()))
                      .toList());
    };
  }

  private static Fault busy(String why) {
    return Fault.of(503, "Service Unavailable: " + why).header("Retry-After", "1");
  }
}
