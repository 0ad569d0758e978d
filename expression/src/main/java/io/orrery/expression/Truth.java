package io.orrery.expression;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Whether a condition holds, once it is rendered: `runIf`, `If`, `Fail`, conditions of triggers.
///
/// Only these texts are false, after trimming: the empty one, `false`, `0` and `-0`. So `False`,
/// `no` and `null` are true. Null is false: it renders as nothing. Source: Kestra's rule, where
/// conditions are texts; a value counts as the text that it prints as.
public final class Truth {

  private static final Set<String> FALSE = Set.of("", "false", "0", "-0");

  private Truth() {}

  public static boolean of(@Nullable Object value) {
    return switch (value) {
      case null -> false;
      case Boolean truth -> truth;
      case String text -> !FALSE.contains(text.trim());
      case Number number -> !FALSE.contains(number.toString());
      default -> true;
    };
  }
}
