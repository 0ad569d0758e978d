package io.orrery.expression.library;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.value.Values;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The arguments of one call, by name. One that was not given and one that is null differ only for
/// [#given].
public final class Arguments {

  private final String callee;
  private final List<String> names;
  private final @Nullable Object[] values;
  private final boolean[] given;

  /// @param names of the parameters; with fewer names than values the rest has no name
  /// @param given which of the values the template wrote
  public Arguments(String callee, List<String> names, @Nullable Object[] values, boolean[] given) {
    this.callee = callee;
    this.names = names;
    this.values = values;
    this.given = given;
  }

  public boolean given(String name) {
    return given[names.indexOf(name)];
  }

  /// The value, or null when there is none.
  public @Nullable Object value(String name) {
    return values[names.indexOf(name)];
  }

  /// All values in order; for calls whose parameters have no names.
  public List<Object> all() {
    return Arrays.asList(values);
  }

  /// The value of an argument that must be there.
  public @Nullable Object required(String name) {
    if (!given(name)) {
      throw new ExpressionException("'" + callee + "' needs an argument '" + name + "'", 0);
    }
    return value(name);
  }

  public String text(String name) {
    if (required(name) instanceof String text) {
      return text;
    }
    throw wrongType(name, "a text");
  }

  public @Nullable String textOrNull(String name) {
    return switch (value(name)) {
      case null -> null;
      case String text -> text;
      default -> throw wrongType(name, "a text");
    };
  }

  public String text(String name, String otherwise) {
    var text = textOrNull(name);
    return text == null ? otherwise : text;
  }

  public long whole(String name) {
    return switch (required(name)) {
      case Long number -> number;
      case Integer number -> number;
      case null, default -> throw wrongType(name, "a whole number");
    };
  }

  public long whole(String name, long otherwise) {
    return value(name) == null ? otherwise : whole(name);
  }

  public boolean flag(String name, boolean otherwise) {
    return switch (value(name)) {
      case null -> otherwise;
      case Boolean flag -> flag;
      case String text when text.equals("true") || text.equals("false") -> text.equals("true");
      default -> throw wrongType(name, "true or false");
    };
  }

  public Map<?, ?> map(String name) {
    if (required(name) instanceof Map<?, ?> map) {
      return map;
    }
    throw wrongType(name, "a map");
  }

  private ExpressionException wrongType(String name, String wanted) {
    return new ExpressionException(
        "argument '"
            + name
            + "' of '"
            + callee
            + "' must be "
            + wanted
            + ", not "
            + Values.typeName(value(name)),
        0);
  }
}
