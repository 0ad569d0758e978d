package io.orrery.expression.code;

import org.jspecify.annotations.Nullable;

/// A variable and members of it, as `inputs.name`: by far the most common expression.
sealed interface Path extends Code {

  int line();

  /// A variable by name.
  record Variable(String name, int line) implements Path {
    @Override
    public @Nullable Object value(Evaluation evaluation) {
      return evaluation.scope().get(name, line);
    }
  }

  /// A member with a fixed name.
  record Member(Code owner, String name, int line) implements Path {
    @Override
    public @Nullable Object value(Evaluation evaluation) {
      var value = owner.value(evaluation);
      if (value == null) {
        throw new Undefined(missing(owner, name), line);
      }
      return Attributes.of(value, name, line);
    }
  }

  /// A member whose key is an expression.
  record Item(Code owner, Code key, int line) implements Path {
    @Override
    public @Nullable Object value(Evaluation evaluation) {
      var value = owner.value(evaluation);
      var at = key.value(evaluation);
      if (value == null) {
        throw new Undefined(missing(owner, String.valueOf(at)), line);
      }
      return Attributes.of(value, at, line);
    }
  }

  /// What to say is missing when the owner is null: the variable, or the member asked for.
  private static String missing(Code owner, String member) {
    return owner instanceof Variable variable ? variable.name() : member;
  }
}
