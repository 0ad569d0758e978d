package io.orrery.expression.code;

import io.orrery.expression.Services;
import io.orrery.expression.value.Values;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Follows secrets through filters and functions: what is made of a secret is secret too.
///
/// A text that still contains the secret needs no word (masking finds it), and very short texts are
/// left out, since hiding them would hide everything. Secrets are those that this rendering met and
/// those that its [Services] know already: inputs, outputs of earlier tasks.
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
    if (result == null || (known.isEmpty() && !services.knowsSecrets())) {
      return;
    }
    boolean derived = holdsSecret(input, services);
    for (var argument : arguments) {
      derived = derived || holdsSecret(argument, services);
    }
    if (derived) {
      tell(result, services);
    }
  }

  private boolean holdsSecret(@Nullable Object value, Services services) {
    return switch (value) {
      case String text -> known(text, services);
      case Number number -> known(number.toString(), services);
      case byte[] bytes -> known(new String(bytes, StandardCharsets.UTF_8), services);
      case Map<?, ?> map -> map.values().stream().anyMatch(member -> holdsSecret(member, services));
      case null -> false;
      default -> {
        var list = Values.list(value);
        yield list != null && list.stream().anyMatch(item -> holdsSecret(item, services));
      }
    };
  }

  private boolean known(String text, Services services) {
    return known.stream().anyMatch(text::contains) || services.holdsSecret(text);
  }

  private void tell(String text, Services services) {
    if (text.length() >= CHARS_MIN && !known(text, services)) {
      known.add(text);
      services.sensitive(text);
    }
  }

  private void tell(@Nullable Object value, Services services) {
    switch (value) {
      case String text -> tell(text, services);
      case Number number -> tell(number.toString(), services);
      case byte[] bytes -> tell(new String(bytes, StandardCharsets.UTF_8), services);
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
