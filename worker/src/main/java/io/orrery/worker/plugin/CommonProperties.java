package io.orrery.worker.plugin;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// What every task or trigger may say: read by the language, not by the plugin.
final class CommonProperties {
  private CommonProperties() {}

  private static final Set<String> NAMES =
      Set.of(
          "id",
          "type",
          "description",
          "version",
          "disabled",
          "runIf",
          "when",
          "timeout",
          "retry",
          "allowFailure",
          "allowWarning",
          "logLevel",
          "logToFile",
          "workerGroup",
          "workerSelector",
          "taskCache",
          "assets",
          "policyRefs");

  /// `properties` less the common ones that are not among `own`.
  static Map<String, Object> without(Map<String, Object> properties, Set<String> own) {
    var left = new LinkedHashMap<>(properties);
    left.keySet().removeIf(name -> NAMES.contains(name) && !own.contains(name));
    return left;
  }
}
