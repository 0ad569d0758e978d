package io.orrery.expression.code;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Lists and maps written in a template.
final class Literals {

  private Literals() {}

  static Code list(List<Code> items) {
    return evaluation -> {
      evaluation.budget().work(items.size());
      var list = new ArrayList<@Nullable Object>(items.size());
      for (var item : items) {
        list.add(item.value(evaluation));
      }
      return list;
    };
  }

  /// A map in the order in which it is written.
  static Code map(List<Code> keys, List<Code> values, int line) {
    return evaluation -> {
      evaluation.budget().work(keys.size());
      var map = LinkedHashMap.<@Nullable Object, @Nullable Object>newLinkedHashMap(keys.size());
      for (int i = 0; i < keys.size(); i++) {
        var key = keys.get(i).value(evaluation);
        if (key instanceof Map<?, ?> || Values.isList(key)) {
          throw new ExpressionException(
              "a " + Values.typeName(key) + " cannot be the key of a map", line);
        }
        map.put(key, values.get(i).value(evaluation));
      }
      return map;
    };
  }
}
