package io.orrery.plugin.core.state;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Which state is meant.
public record StateProperties(
    @Doc(value = "The name of the state.", defaultText = "default") Property<String> name,
    @Doc(
            value = "Whether the flows of the namespace share it; else it is the flow's own.",
            defaultText = "false")
        Property<Boolean> namespace,
    @Doc(value = "Whether each value of a loop around has its own.", defaultText = "true")
        Property<Boolean> taskrunValue) {

  private static final String NAME = "default";

  String nameText(RunContext context) {
    return context.render(name).orElse(NAME);
  }

  /// Its key in the store of the namespace. What is no key there is told apart by a digest.
  String key(RunContext context) {
    var place = context.place();
    var key = new StringBuilder("state");
    if (!context.render(namespace).orElse(false)) {
      key.append('_').append(place.flowId());
    }
    key.append('_').append(safe(nameText(context)));
    if (context.render(taskrunValue).orElse(true) && !place.path().isEmpty()) {
      key.append('_').append(digest(place.path().getLast()));
    }
    return key.toString();
  }

  private static String safe(String name) {
    var safe = name.replaceAll("[^a-zA-Z0-9._-]", "-");
    return safe.equals(name) ? name : safe + "-" + digest(name);
  }

  private static String digest(String text) {
    try {
      var bytes =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(bytes, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /// What is there; empty when there is nothing.
  Optional<Map<String, Object>> read(RunContext context) {
    return context
        .keyValues()
        .get(context.place().namespace(), key(context))
        .filter(Map.class::isInstance)
        .map(
            value -> {
              var data = new LinkedHashMap<String, Object>();
              ((Map<?, ?>) value).forEach((key, item) -> data.put(String.valueOf(key), item));
              return data;
            });
  }
}
