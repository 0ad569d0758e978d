package io.orrery.server.operation;

import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.HttpConfig;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import java.util.List;

/// What is running: the front page for people, `configs` for clients.
public final class About {
  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Orrery</title>
      <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
      code { font-size: .95em; }
      @media (prefers-color-scheme: dark) { body { background: #161616; color: #eee; } a { color: #8cb4ff; } }
      </style>
      </head>
      <body>
      <main>
      <h1>Orrery VERSION</h1>
      <p>The workflow orchestrator is running. Its API speaks JSON:</p>
      <ul>
      <li><a href="/api/v1/flows/search">Flows</a>: <code>/api/v1/flows/search</code></li>
      <li><a href="/api/v1/executions/search">Executions</a>: <code>/api/v1/executions/search</code></li>
      <li><a href="/api/v1/triggers/search">Triggers</a>: <code>/api/v1/triggers/search</code></li>
      <li><a href="/api/v1/logs/search">Logs</a>: <code>/api/v1/logs/search</code></li>
      <li><a href="/health">Health</a> and <a href="/metrics">metrics</a></li>
      </ul>
      </main>
      </body>
      </html>
      """;

  private final String version;
  private final HttpConfig config;

  public About(String version, HttpConfig config) {
    this.version = version;
    this.config = config;
  }

  public List<Route> routes() {
    return List.of(Route.get("/", this::page), Route.get("/api/v1/configs", this::configs));
  }

  private Answer page(Call call) {
    return new Answer.Text(200, "text/html; charset=utf-8", PAGE.replace("VERSION", version));
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
