package io.orrery.controller.turn;

import io.orrery.controller.evaluation.Sealing;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.InputType;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Opens the inputs that a flow declares SECRET, on their way to what renders.
public final class SecretInputs {
  private SecretInputs() {}

  private static final String MASK = "******";

  /// Tells nobody anything.
  private static final Sealing SHUT =
      new Sealing() {
        @Override
        public String seal(String plain) {
          return MASK;
        }

        @Override
        public String open(String sealed) {
          return MASK;
        }
      };

  /// With stars in the place of each secret.
  public static Map<String, Object> masked(Flow flow, Map<String, Object> inputs) {
    return open(flow, inputs, SHUT, _ -> {});
  }

  /// @param seen told of each plain value, so that it is masked wherever it is shown
  static Map<String, Object> open(
      Flow flow, Map<String, Object> inputs, Sealing sealing, Consumer<String> seen) {
    var opened = inputs;
    for (var input : flow.inputs()) {
      if (input.type() == InputType.SECRET) {
        opened = open(opened, Arrays.asList(input.id().split("\\.")), sealing, seen);
      }
    }
    return opened;
  }

  private static Map<String, Object> open(
      Map<String, Object> at, List<String> path, Sealing sealing, Consumer<String> seen) {
    var copy = new LinkedHashMap<>(at);
    copy.computeIfPresent(path.getFirst(), (_, value) -> openAt(value, path, sealing, seen));
    return copy;
  }

  private static @Nullable Object openAt(
      Object value, List<String> path, Sealing sealing, Consumer<String> seen) {
    if (path.size() == 1) {
      if (!(value instanceof String sealed)) {
        return value;
      }
      var plain = sealing.open(sealed);
      seen.accept(plain);
      return plain;
    }
    if (!(value instanceof Map<?, ?> map)) {
      return value;
    }
    var inner = new LinkedHashMap<String, Object>();
    map.forEach(
        (key, item) -> {
          if (item != null) {
            inner.put(String.valueOf(key), item);
          }
        });
    return open(inner, path.subList(1, path.size()), sealing, seen);
  }
}
