package io.orrery.server.operation;

import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.server.port.Readiness;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Health: alive (the process answers) and ready (the database answers too, and nobody has told the
/// server to stop). 200 or 503.
public final class Health {
  private final Readiness readiness;

  public Health(Readiness readiness) {
    this.readiness = readiness;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/ping", _ -> new Answer.Text(200, "text/plain; charset=utf-8", "pong")),
        Route.get("/health/liveness", _ -> Answer.json(Map.of("status", "UP"))),
        Route.get("/health/readiness", this::ready),
        Route.get("/health", this::ready));
  }

  /// The troubles are named, not told: the page is open to everybody.
  private Answer ready(Call call) {
    var details = new LinkedHashMap<String, Object>();
    readiness.troubles().keySet().forEach(name -> details.put(name, Map.of("status", "DOWN")));
    boolean well = details.isEmpty();
    boolean stopping = readiness.stopping();
    return new Answer.Json(
        well && !stopping ? 200 : 503,
        new JsonMap()
            .with("status", !well ? "DOWN" : stopping ? "STOPPING" : "UP")
            .with("details", well ? null : details)
            .map());
  }
}
