package io.orrery.plugin.mqtt;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orrery.plugin.api.TaskFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Payloads as values, and back.
final class Payload {
  private Payload() {}

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  /// Null is a payload without bytes.
  static byte[] write(SerdeType type, @Nullable Object value) {
    if (value == null) {
      return new byte[0];
    }
    try {
      return switch (type) {
        case JSON -> JSON.writeValueAsBytes(value);
        case STRING -> value.toString().getBytes(StandardCharsets.UTF_8);
        case BYTES ->
            value instanceof byte[] bytes
                ? bytes
                : Base64.getDecoder().decode(value.toString().strip());
      };
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new TaskFailure("a payload is no " + type + ": " + e.getMessage(), e);
    }
  }

  /// @param topic for messages
  /// @throws TaskFailure when the bytes are no such value
  static @Nullable Object read(SerdeType type, byte[] bytes, String topic) {
    try {
      return switch (type) {
        case JSON -> bytes.length == 0 ? null : JSON.readValue(bytes, Object.class);
        case STRING -> new String(bytes, StandardCharsets.UTF_8);
        case BYTES -> bytes;
      };
    } catch (IOException e) {
      throw new TaskFailure(
          "a message of "
              + topic
              + " is no JSON; choose the serdeType STRING to take it as a text: "
              + e.getMessage(),
          e);
    }
  }
}
