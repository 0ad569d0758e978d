package io.orrery.imports.dolphinscheduler;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A part of a JSON document, with its path. Names have changed over the versions: whoever asks
/// gives all of them.
///
/// @param path as `$[0].schedule`
record JsonPart(JsonNode node, String path) {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /// @throws JsonProcessingException when it is no JSON
  static JsonPart read(String text) throws JsonProcessingException {
    return new JsonPart(MAPPER.readTree(text), "$");
  }

  boolean isThere() {
    return !node.isMissingNode() && !node.isNull();
  }

  JsonPart at(String... names) {
    for (var name : names) {
      if (node.hasNonNull(name)) return new JsonPart(node.get(name), path + "." + name);
    }
    return new JsonPart(MissingNode.getInstance(), path + "." + names[0]);
  }

  /// A tree that some versions write as a text of JSON.
  JsonPart tree(String... names) {
    var part = at(names);
    if (!part.node.isTextual()) return part;
    try {
      return new JsonPart(MAPPER.readTree(part.node.textValue()), part.path);
    } catch (JsonProcessingException _) {
      return part;
    }
  }

  List<JsonPart> items() {
    var items = new ArrayList<JsonPart>();
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        items.add(new JsonPart(node.get(i), path + "[" + i + "]"));
      }
    }
    return items;
  }

  /// Empty when it is not there, or blank.
  Optional<String> text(String... names) {
    var part = at(names);
    return part.isThere() && part.node.isValueNode()
        ? Optional.of(part.node.asText()).filter(text -> !text.isBlank())
        : Optional.empty();
  }

  /// 0 when it is not there, or no number.
  long number(String... names) {
    return at(names).node.asLong(0);
  }

  /// Numbers, or texts of them.
  List<Long> numbers(String... names) {
    return at(names).items().stream()
        .map(item -> item.node.asLong(0))
        .filter(code -> code != 0)
        .toList();
  }

  Object plain() {
    return MAPPER.convertValue(node, Object.class);
  }
}
