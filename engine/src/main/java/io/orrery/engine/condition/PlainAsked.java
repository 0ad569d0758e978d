package io.orrery.engine.condition;

import io.orrery.expression.ExpressionException;
import io.orrery.model.state.State;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/// Answers without rendering anything: texts are themselves, but for the one that names the slot's
/// date.
///
/// @param date of the slot
public record PlainAsked(Optional<Watched> watched, Optional<ZonedDateTime> date) implements Asked {

  public static PlainAsked on(ZonedDateTime date) {
    return new PlainAsked(Optional.empty(), Optional.of(date));
  }

  @Override
  public Object evaluate(String text) {
    if (date.isPresent() && Texts.isSlotDate(text)) {
      return date.get();
    }
    if (Texts.isTemplate(text)) {
      throw new ExpressionException("'" + text + "' cannot be rendered here", 0);
    }
    return text;
  }

  @Override
  public boolean excluded(String calendar, LocalDate day) {
    throw new ExpressionException("the calendar '" + calendar + "' is not known here", 0);
  }

  @Override
  public boolean retried(List<State> in, List<State> notIn) {
    throw new ExpressionException("the tries of task runs are not known here", 0);
  }
}
