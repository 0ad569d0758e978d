package io.orrery.engine.condition;

import io.orrery.model.state.State;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What conditions are asked about, and what renders their texts.
public interface Asked {

  /// The execution; empty when a date is asked about, or a call.
  Optional<Watched> watched();

  /// The value of a text: itself when it holds no template.
  ///
  /// @throws io.orrery.expression.ExpressionException when it does not render
  @Nullable Object evaluate(String text);

  /// Whether a task run of the execution was tried more than once, and one of its tries ended in
  /// one of `in` (empty: in any) and in none of `notIn`.
  boolean retried(List<State> in, List<State> notIn);

  /// Whether a calendar of the namespace excludes a day.
  ///
  /// @throws io.orrery.expression.ExpressionException when there is none of this name, or it cannot
  ///   be read
  boolean excluded(String calendar, LocalDate day);

  /// An execution alone: for conditions that [Texts#plain] says need nothing else.
  static Asked about(Watched watched) {
    return new PlainAsked(Optional.of(watched), Optional.empty());
  }
}
