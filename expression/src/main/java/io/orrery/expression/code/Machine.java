package io.orrery.expression.code;

import io.orrery.expression.bound.Bounds;
import io.orrery.expression.library.Library;
import java.time.ZoneId;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// What all renderings of a process share.
///
/// @param nanoClock elapsed time, for the bounds
/// @param nested compiles a text that a template asks to render
public record Machine(
    Library library,
    Bounds bounds,
    ZoneId zone,
    Locale locale,
    RandomGenerator random,
    LongSupplier nanoClock,
    Compiler nested) {

  /// Compiles a text so that its raw blocks print with their tags.
  public interface Compiler {
    Unit compile(String text);
  }
}
