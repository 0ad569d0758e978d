package io.orrery.expression.code;

import io.orrery.expression.library.Arguments;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The arguments of one call as they stand in the template, one for each parameter.
final class ArgumentCodes {

  private static final @Nullable Object[] NONE = {};

  private final List<String> names;
  private final @Nullable Code[] codes;
  private final boolean[] given;

  /// @param names of the parameters; none when values have no names
  /// @param codes null where none was given
  ArgumentCodes(List<String> names, @Nullable Code[] codes, boolean[] given) {
    this.names = names;
    this.codes = codes;
    this.given = given;
  }

  boolean given(int parameter) {
    return given[parameter];
  }

  @Nullable Object[] values(Evaluation evaluation) {
    if (codes.length == 0) {
      return NONE;
    }
    var values = new @Nullable Object[codes.length];
    for (int i = 0; i < codes.length; i++) {
      var code = codes[i];
      values[i] = code == null ? null : code.value(evaluation);
    }
    return values;
  }

  Arguments arguments(String callee, @Nullable Object[] values) {
    return new Arguments(callee, names, values, given);
  }
}
