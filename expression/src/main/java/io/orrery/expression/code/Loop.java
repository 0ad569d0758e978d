package io.orrery.expression.code;

import io.orrery.expression.value.Values;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The variable `loop` inside a `for`: where it is. Made anew for each pass, so a template may keep
/// it.
record Loop(int index, boolean last, Object over) {

  /// The value of one of its attributes.
  @Nullable Object attribute(String name, int line) {
    return switch (name) {
      case "index" -> index;
      case "first" -> index == 0;
      case "last" -> last;
      case "length" -> length();
      case "revindex" -> length() - index - 1;
      default -> throw new Undefined(name, line);
    };
  }

  private int length() {
    return switch (over) {
      case Collection<?> collection -> collection.size();
      case Map<?, ?> map -> map.size();
      default -> {
        var list = Values.list(over);
        yield list == null ? 0 : list.size();
      }
    };
  }
}
