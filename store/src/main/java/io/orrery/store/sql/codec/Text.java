package io.orrery.store.sql.codec;

/// Plain text columns.
public final class Text {

  private Text() {}

  /// `text` as every database takes it: NUL and half surrogate pairs become U+FFFD. The same object
  /// when there are none.
  public static String storable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0 || Character.isSurrogate(c)) {
        return cleaned(text);
      }
    }
    return text;
  }

  private static String cleaned(String text) {
    var clean = new StringBuilder(text.length());
    text.codePoints()
        .map(
            c ->
                c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                    ? 0xFFFD
                    : c)
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }
}
