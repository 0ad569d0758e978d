package io.orrery.expression.code;

import io.orrery.expression.Services;
import io.orrery.expression.value.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Follows secrets through filters and functions: what is made of a secret is secret too.
///
/// A text that still contains the secret needs no word (masking finds it), and very short texts are
/// left out, since hiding them would hide everything.
final class Secrets {

  private static final int CHARS_MIN = 4;

  private final List<String> known = new ArrayList<>(0);

  void add(String value) {
    if (value.length() >= CHARS_MIN) {
      known.add(value);
    }
  }

  /// After a call: tells of texts in its result when a secret went in.
  void follow(
      @Nullable Object input,
      @Nullable Object[] arguments,
      @Nullable Object result,
      Services services) {
    if (known.isEmpty() || result == null) {
      return;
    }
    boolean derived = holdsSecret(input);
    for (var argument : arguments) {
      derived = derived || holdsSecret(argument);
    }
    if (derived) {
      tell(result, services);
    }
  }

  private boolean holdsSecret(@Nullable Object value) {
    return switch (value) {
      case String text -> known.stream().anyMatch(text::contains);
      case Map<?, ?> map -> map.values().stream().anyMatch(this::holdsSecret);
      case null -> false;
      default -> {
        var list = Values.list(value);
        yield list != null && list.stream().anyMatch(this::holdsSecret);
      }
    };
  }

  private void tell(@Nullable Object value, Services services) {
    switch (value) {
      case String text -> {
        if (text.length() >= CHARS_MIN && known.stream().noneMatch(text::contains)) {
          known.add(text);
          services.sensitive(text);
        }
      }
      case Map<?, ?> map -> map.values().forEach(member -> tell(member, services));
      case null -> {}
      default -> {
        var list = Values.list(value);
        if (list != null) {
          list.forEach(item -> tell(item, services));
        }
      }
    }
  }
}
