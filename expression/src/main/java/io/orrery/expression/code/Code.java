package io.orrery.expression.code;

import org.jspecify.annotations.Nullable;

/// An expression, ready to run.
interface Code {
  @Nullable Object value(Evaluation evaluation);
}
