package io.orrery.expression.value;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.orrery.expression.bound.Budget;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads JSON into plain Java, and turns values into Jackson's nodes and back.
public final class JsonTree {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JsonTree() {}

  /// Maps keep their order; whole numbers are Integer, Long or BigInteger, others Double.
  ///
  /// @throws JsonProcessingException when the text is not JSON
  public static @Nullable Object parse(String text) throws JsonProcessingException {
    return plain(MAPPER.readTree(text));
  }

  /// @throws JsonProcessingException when the text is not JSON
  public static JsonNode parseNode(String text) throws JsonProcessingException {
    return MAPPER.readTree(text);
  }

  /// Whether a text can be read as JSON.
  public static boolean isJson(String text) {
    try {
      return !MAPPER.readTree(text).isMissingNode();
    } catch (JsonProcessingException _) {
      return false;
    }
  }

  /// Plain Java of a node.
  public static @Nullable Object plain(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> {
        var map = new LinkedHashMap<String, @Nullable Object>();
        node.properties().forEach(entry -> map.put(entry.getKey(), plain(entry.getValue())));
        yield map;
      }
      case ARRAY -> {
        var list = new ArrayList<@Nullable Object>(node.size());
        node.forEach(item -> list.add(plain(item)));
        yield list;
      }
      case STRING -> node.textValue();
      case BOOLEAN -> node.booleanValue();
      case NUMBER -> node.numberValue();
      case BINARY, POJO -> node.asText();
      case NULL, MISSING -> null;
    };
  }

  /// A node of a value; moments as [JsonText] writes them. Null members of maps are left out.
  public static JsonNode node(@Nullable Object value, Budget budget, ZoneId zone) {
    return node(value, budget, zone, 0);
  }

  private static JsonNode node(@Nullable Object value, Budget budget, ZoneId zone, int depth) {
    budget.step();
    budget.nesting(depth);
    return switch (value) {
      case null -> NullNode.instance;
      case String text -> TextNode.valueOf(text);
      case Boolean truth -> BooleanNode.valueOf(truth);
      case Number number -> number(number);
      case byte[] bytes -> BinaryNode.valueOf(bytes);
      case Duration duration ->
          DecimalNode.valueOf(
              BigDecimal.valueOf(duration.getSeconds())
                  .add(BigDecimal.valueOf(duration.getNano(), 9)));
      case Map<?, ?> map -> {
        var object = NODES.objectNode();
        for (var entry : map.entrySet()) {
          if (entry.getValue() != null) {
            object.set(
                String.valueOf(entry.getKey()), node(entry.getValue(), budget, zone, depth + 1));
          }
        }
        yield object;
      }
      default -> {
        if (!Values.isList(value)) {
          yield TextNode.valueOf(JsonText.moment(value, zone));
        }
        var array = NODES.arrayNode();
        for (var item : Objects.requireNonNull(Values.list(value))) {
          array.add(node(item, budget, zone, depth + 1));
        }
        yield array;
      }
    };
  }

  private static JsonNode number(Number number) {
    return switch (number) {
      case Integer i -> NODES.numberNode(i.intValue());
      case Long l -> NODES.numberNode(l.longValue());
      case Double d -> NODES.numberNode(d.doubleValue());
      case Float f -> NODES.numberNode(f.floatValue());
      case Short s -> NODES.numberNode(s.shortValue());
      case Byte b -> NODES.numberNode(b.byteValue());
      case BigDecimal decimal -> NODES.numberNode(decimal);
      case BigInteger whole -> NODES.numberNode(whole);
      default -> NODES.numberNode(number.doubleValue());
    };
  }
}
