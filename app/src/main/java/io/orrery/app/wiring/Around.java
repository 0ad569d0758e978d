package io.orrery.app.wiring;

import io.orrery.app.config.ServerConfig;
import io.orrery.controller.space.Spaces;
import io.orrery.engine.execution.Surroundings;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// What every flow sees around it: `envs`, `globals`, `kestra` and its namespace's variables.
final class Around {

  private Around() {}

  static Surroundings of(ServerConfig config, Map<String, String> environment, Spaces spaces) {
    var prefix = config.variables().envPrefix();
    var envs = new LinkedHashMap<String, Object>();
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            envs.put(name.substring(prefix.length()).toLowerCase(Locale.ROOT), value);
          }
        });
    var kestra = new LinkedHashMap<String, Object>();
    config.url().ifPresent(url -> kestra.put("url", url));
    return new Surroundings(envs, config.variables().globals(), kestra, spaces::variables);
  }
}
