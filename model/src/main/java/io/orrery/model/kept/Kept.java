package io.orrery.model.kept;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What stands in a record in place of a value that is not kept there in the open. It is a text, so
/// that it fits wherever a value does.
///
/// Nobody can write one by hand: both kinds carry a cipher that only the instance's key makes.
public sealed interface Kept {

  /// What people see in place of a secret.
  String MASK = "******";

  /// A text that holds a secret: `sealed:CIPHER`, or `sealed:CIPHER:SHOWN`.
  ///
  /// @param cipher base64
  /// @param shown the text with its secrets masked
  record Sealed(String cipher, String shown) implements Kept {
    static final String PREFIX = "sealed:";

    @Override
    public String text() {
      return PREFIX + cipher + (shown.equals(MASK) ? "" : ":" + shown);
    }
  }

  /// A value that is too large for a record: `aside:BYTES:CIPHER:FILE`.
  ///
  /// @param cipher base64; the sealed address of the file, which is the one that is believed
  /// @param file address in internal storage, for people
  /// @param bytes of the value as JSON
  record Aside(long bytes, String cipher, String file) implements Kept {
    static final String PREFIX = "aside:";

    @Override
    public String text() {
      return PREFIX + bytes + ":" + cipher + ":" + file;
    }
  }

  /// How it stands in a record.
  String text();

  /// What `text` stands for; empty when it is a text like any other.
  static Optional<Kept> of(String text) {
    if (text.startsWith(Sealed.PREFIX)) {
      return sealed(text);
    }
    return text.startsWith(Aside.PREFIX) ? aside(text) : Optional.empty();
  }

  private static Optional<Kept> sealed(String text) {
    int from = Sealed.PREFIX.length();
    int colon = text.indexOf(':', from);
    int to = colon < 0 ? text.length() : colon;
    if (!cipher(text, from, to)) {
      return Optional.empty();
    }
    return Optional.of(
        new Sealed(text.substring(from, to), colon < 0 ? MASK : text.substring(colon + 1)));
  }

  private static Optional<Kept> aside(String text) {
    int from = Aside.PREFIX.length();
    int first = text.indexOf(':', from);
    int second = first < 0 ? -1 : text.indexOf(':', first + 1);
    if (second < 0 || first - from > 18 || !cipher(text, first + 1, second)) {
      return Optional.empty();
    }
    for (int i = from; i < first; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return Optional.empty();
      }
    }
    return first == from
        ? Optional.empty()
        : Optional.of(
            new Aside(
                Long.parseLong(text, from, first, 10),
                text.substring(first + 1, second),
                text.substring(second + 1)));
  }

  /// Whether a part of `members` was put aside, and so goes with its execution.
  static boolean holdsAside(Map<?, ?> members) {
    return members.values().stream()
        .anyMatch(value -> value instanceof String text && of(text).orElse(null) instanceof Aside);
  }

  /// Base64 of at least what an empty text becomes: a nonce and a tag.
  private static boolean cipher(String text, int from, int to) {
    if (to - from < 40 || (to - from) % 4 != 0) {
      return false;
    }
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      boolean digit =
          (c >= 'A' && c <= 'Z')
              || (c >= 'a' && c <= 'z')
              || (c >= '0' && c <= '9')
              || c == '+'
              || c == '/'
              || (c == '=' && i >= to - 2);
      if (!digit) {
        return false;
      }
    }
    return true;
  }

  /// A text of a record as people may see it.
  static String shown(String text) {
    return switch (of(text).orElse(null)) {
      case null -> text;
      case Sealed sealed -> sealed.shown();
      case Aside aside -> aside.file();
    };
  }

  /// A value of a record as people may see it. Shares what needs no change.
  static @Nullable Object shown(@Nullable Object value) {
    return switch (value) {
      case String text -> shown(text);
      case Map<?, ?> map -> shown(map);
      case Collection<?> items -> {
        var all = new ArrayList<@Nullable Object>(items.size());
        items.forEach(item -> all.add(shown(item)));
        yield all;
      }
      case null, default -> value;
    };
  }

  /// Members of a record as people may see them.
  static Map<String, Object> shown(Map<?, ?> members) {
    var all = new LinkedHashMap<String, Object>();
    members.forEach(
        (key, value) -> {
          var seen = shown((Object) value);
          put(all, shown(String.valueOf(key)), seen);
        });
    return all;
  }

  @SuppressWarnings("NullAway") // JSON-like maps hold nulls; the type of records does not say so
  private static void put(Map<String, Object> into, String key, @Nullable Object value) {
    into.put(key, value);
  }
}
