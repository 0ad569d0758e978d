package io.orrery.plugin.kafka;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orrery.plugin.api.TaskFailure;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.UUID;
import org.apache.kafka.common.serialization.DoubleDeserializer;
import org.apache.kafka.common.serialization.DoubleSerializer;
import org.apache.kafka.common.serialization.FloatDeserializer;
import org.apache.kafka.common.serialization.FloatSerializer;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.ShortDeserializer;
import org.apache.kafka.common.serialization.ShortSerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.serialization.UUIDDeserializer;
import org.apache.kafka.common.serialization.UUIDSerializer;
import org.jspecify.annotations.Nullable;

/// Values as bytes, and back, as Kafka's own serializers do it. Done by us rather than by the
/// clients, so that one message that cannot be read does not stop a consumer.
final class Serde {
  private Serde() {}

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  /// @param what for messages: key or value
  /// @throws TaskFailure when `value` is no such value
  static byte @Nullable [] write(SerdeType type, @Nullable Object value, String what) {
    if (value == null) {
      return null;
    }
    try {
      return switch (type) {
        case STRING -> new StringSerializer().serialize("", text(value));
        case INTEGER -> new IntegerSerializer().serialize("", number(value).intValueExact());
        case LONG -> new LongSerializer().serialize("", number(value).longValueExact());
        case SHORT -> new ShortSerializer().serialize("", number(value).shortValueExact());
        case FLOAT -> new FloatSerializer().serialize("", number(value).floatValue());
        case DOUBLE -> new DoubleSerializer().serialize("", number(value).doubleValue());
        case UUID -> new UUIDSerializer().serialize("", UUID.fromString(text(value).strip()));
        case BYTE_ARRAY, BYTE_BUFFER, BYTES ->
            value instanceof byte[] bytes ? bytes : Base64.getDecoder().decode(text(value).strip());
        case VOID -> null;
        case JSON -> JSON.writeValueAsBytes(value);
      };
    } catch (IOException | IllegalArgumentException | ArithmeticException e) {
      throw new TaskFailure("a " + what + " is no " + type + ": " + e.getMessage(), e);
    }
  }

  private static String text(Object value) throws IOException {
    return value instanceof java.util.Map || value instanceof Iterable
        ? JSON.writeValueAsString(value)
        : value.toString();
  }

  private static BigDecimal number(Object value) {
    return new BigDecimal(value.toString().strip());
  }

  /// @throws IOException when the bytes are no such value
  static @Nullable Object read(SerdeType type, byte @Nullable [] bytes) throws IOException {
    if (bytes == null) {
      return null;
    }
    try {
      return switch (type) {
        case STRING -> new StringDeserializer().deserialize("", bytes);
        case INTEGER -> new IntegerDeserializer().deserialize("", bytes);
        case LONG -> new LongDeserializer().deserialize("", bytes);
        case SHORT -> new ShortDeserializer().deserialize("", bytes);
        case FLOAT -> new FloatDeserializer().deserialize("", bytes);
        case DOUBLE -> new DoubleDeserializer().deserialize("", bytes);
        case UUID -> new UUIDDeserializer().deserialize("", bytes).toString();
        case BYTE_ARRAY, BYTE_BUFFER, BYTES -> bytes;
        case VOID -> null;
        case JSON -> bytes.length == 0 ? null : JSON.readValue(bytes, Object.class);
      };
    } catch (org.apache.kafka.common.errors.SerializationException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
