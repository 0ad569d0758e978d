package io.orrery.worker.context;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;

/// Secrets by name, from the environment: `SECRET_MY_KEY` holds the base64 of the value of `my_key`
/// (Kestra's rule). Names are the same in any case; line breaks in the base64 do not count.
public final class Secrets {

  private static final String PREFIX = "SECRET_";

  private final Map<String, String> values;

  private Secrets(Map<String, String> values) {
    this.values = values;
  }

  public static Secrets none() {
    return new Secrets(Map.of());
  }

  /// @param errors told once of every entry that is not the base64 of a text; such an entry is left
  ///   out. Values are never logged
  public static Secrets of(Map<String, String> environment, Logger errors) {
    var values = new HashMap<String, String>();
    environment.forEach(
        (name, encoded) -> {
          var upper = name.toUpperCase(Locale.ROOT);
          if (upper.startsWith(PREFIX)) {
            decode(encoded)
                .ifPresentOrElse(
                    value -> values.put(upper.substring(PREFIX.length()), value),
                    () ->
                        errors.error(
                            "{} is left out: it is not the base64 of a text. Encode the value, as"
                                + " with `printf %s value | base64`",
                            name));
          }
        });
    return new Secrets(values);
  }

  /// In upper case, ordered.
  public List<String> names() {
    return values.keySet().stream().sorted().toList();
  }

  public Optional<String> find(String key) {
    return Optional.ofNullable(values.get(key.toUpperCase(Locale.ROOT)));
  }

  private static Optional<String> decode(String encoded) {
    try {
      var bytes = Base64.getDecoder().decode(encoded.replaceAll("[\\r\\n]", ""));
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (IllegalArgumentException | CharacterCodingException _) {
      return Optional.empty();
    }
  }
}
