package io.orrery.app.wiring;

import io.orrery.app.config.ServerConfig;
import io.orrery.server.http.HttpConfig;
import java.net.URI;
import java.util.List;

/// What the configuration means for the HTTP server.
final class Listening {

  private Listening() {}

  static HttpConfig of(ServerConfig config, ServerConfig.Http listen) {
    var defaults = HttpConfig.Limits.DEFAULT;
    return new HttpConfig(
        listen.host(),
        listen.port(),
        listen
            .credentials()
            .map(it -> new HttpConfig.Credentials(it.user(), it.password().reveal())),
        List.of(),
        config.url().map(URI::create),
        config.worker().temp(),
        false,
        new HttpConfig.Limits(
            defaults.headerBytesMax(),
            Math.toIntExact(Math.min(Integer.MAX_VALUE, listen.requestMaxBytes())),
            listen.uploadMaxBytes(),
            defaults.partsMax(),
            defaults.connectionsMax(),
            defaults.streamsMax()),
        HttpConfig.Patience.DEFAULT);
  }
}
