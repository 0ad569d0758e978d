package io.orrery.expression.code;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.MissingValueException;
import io.orrery.expression.library.Check;
import io.orrery.expression.library.Filter;
import io.orrery.expression.library.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Filters, functions and tests, called.
final class Calls {

  private Calls() {}

  static Code filter(Filter filter, Code input, ArgumentCodes codes, int line) {
    return evaluation -> {
      var value =
          filter.nulls() == Filter.Nulls.SEE_UNDEFINED
              ? orNull(input, evaluation)
              : input.value(evaluation);
      var arguments = codes.values(evaluation);
      evaluation.budget().step();
      var result =
          guarded(
              filter.name(),
              line,
              () ->
                  filter
                      .body()
                      .apply(value, codes.arguments(filter.name(), arguments), evaluation));
      return finished(value, arguments, result, evaluation);
    };
  }

  static Code function(Function function, ArgumentCodes codes, int line) {
    return evaluation -> {
      var arguments = codes.values(evaluation);
      evaluation.budget().step();
      var result =
          guarded(
              function.name() + "()",
              line,
              () -> function.body().apply(codes.arguments(function.name(), arguments), evaluation));
      return finished(null, arguments, result, evaluation);
    };
  }

  static Code check(Check check, Code input, ArgumentCodes codes, boolean negated, int line) {
    return evaluation -> {
      var value = check.seesUndefined() ? orNull(input, evaluation) : input.value(evaluation);
      var arguments = codes.arguments(check.name(), codes.values(evaluation));
      evaluation.budget().step();
      return guarded(
          check.name(), line, () -> check.body().holds(value, arguments, evaluation) != negated);
    };
  }

  private static @Nullable Object orNull(Code code, Evaluation evaluation) {
    try {
      return code.value(evaluation);
    } catch (Undefined _) {
      return null;
    }
  }

  private static @Nullable Object finished(
      @Nullable Object input,
      @Nullable Object[] arguments,
      @Nullable Object result,
      Evaluation evaluation) {
    if (result instanceof String text) {
      evaluation.budget().chars(text.length());
    }
    evaluation.secrets().follow(input, arguments, result, evaluation.services());
    return result;
  }

  /// Whatever a call stumbles over is the template's mistake, with its line.
  private static <T extends @Nullable Object> T guarded(String callee, int line, Supplier<T> call) {
    try {
      return call.get();
    } catch (MissingValueException e) {
      throw new Undefined(e, line);
    } catch (ExpressionException e) {
      throw e.line() > 0 ? e : new ExpressionException(message(e), line, e);
    } catch (Undefined e) {
      throw e;
    } catch (RuntimeException e) {
      throw new ExpressionException("'" + callee + "' failed: " + message(e), line, e);
    }
  }

  private static String message(RuntimeException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
