package io.orrery.app.config;

/// The type of a setting: how its values are written and read.
///
/// @param words what a value looks like, for people
public record Kind<T>(String words, Reader<T> reader) {

  /// Reads a value as YAML gives it: text, number, boolean or map.
  @FunctionalInterface
  public interface Reader<T> {
    /// @throws Wrong when `value` is not of this kind
    T read(Object value) throws Wrong;
  }

  /// Why a value is refused: the end of a sentence that begins with the value.
  public static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;

    public Wrong(String message) {
      super(message);
    }
  }

  /// Written as plain text, which a map or a list is not.
  static String text(Object value) throws Wrong {
    return switch (value) {
      case String text -> text.strip();
      case Number number -> number.toString();
      case Boolean flag -> flag.toString();
      default -> throw new Wrong("must be a single value");
    };
  }
}
