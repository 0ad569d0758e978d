package io.orrery.server.operation;

import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.HttpConfig;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import java.util.List;

/// What is running, for clients.
public final class About {
  private final String version;
  private final HttpConfig config;

  public About(String version, HttpConfig config) {
    this.version = version;
    this.config = config;
  }

  public List<Route> routes() {
    return List.of(Route.get("/api/v1/configs", this::configs));
  }

  private Answer configs(Call call) {
    return Answer.json(
        new JsonMap()
            .with("version", version)
            .with("product", "orrery")
            .with("isTaskRunEnabled", false)
            .with("isAnonymousUsageEnabled", false)
            .with("isBasicAuthInitialized", config.credentials().isPresent())
            .with("url", config.publicUrl())
            .map());
  }
}
