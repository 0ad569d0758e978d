package io.orrery.expression.value;

import io.orrery.expression.bound.Budget;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The text that a value prints as: null as nothing, maps and lists as JSON, decimals without an
/// exponent, everything else as itself.
public final class Printed {

  private Printed() {}

  public static String of(@Nullable Object value, Budget budget, ZoneId zone) {
    return switch (value) {
      case null -> "";
      case String text -> text;
      case BigDecimal decimal -> decimal.toPlainString();
      case Map<?, ?> map -> JsonText.of(map, budget, zone);
      default -> Values.isList(value) ? JsonText.of(value, budget, zone) : value.toString();
    };
  }
}
