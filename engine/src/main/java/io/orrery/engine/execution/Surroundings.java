package io.orrery.engine.execution;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Variables that are the same for every execution of an instance, or of a namespace in it.
///
/// @param envs environment variables with the instance's prefix, which is cut off; lower case
/// @param globals as configured
/// @param kestra `environment` and `url`
public record Surroundings(
    Map<String, Object> envs,
    Map<String, Object> globals,
    Map<String, Object> kestra,
    NamespaceVariables namespaces) {

  public static final Surroundings NONE =
      new Surroundings(Map.of(), Map.of(), Map.of(), _ -> Map.of());

  /// What `namespace.*` is for flows of a namespace. Answers from memory.
  @FunctionalInterface
  public interface NamespaceVariables {
    Map<String, Object> of(String namespace);
  }

  public Surroundings {
    envs = Collections.unmodifiableMap(new LinkedHashMap<>(envs));
    globals = Collections.unmodifiableMap(new LinkedHashMap<>(globals));
    kestra = Collections.unmodifiableMap(new LinkedHashMap<>(kestra));
  }
}
