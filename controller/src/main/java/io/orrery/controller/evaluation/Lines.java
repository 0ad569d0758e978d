package io.orrery.controller.evaluation;

import com.amazon.ion.IonException;
import io.orrery.engine.execution.Preparing;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.bound.Bounds;
import io.orrery.expression.bound.Budget;
import io.orrery.expression.value.IonText;

/// The values that stand on the lines of a file.
final class Lines {
  private Lines() {}

  /// A map or a list as JSON, a quoted text without its quotes, anything else as it stands.
  static String text(String line) {
    var text = line.strip();
    if (text.isEmpty() || "{[\"".indexOf(text.charAt(0)) < 0) {
      return line;
    }
    try {
      var values = IonText.parse(text, 2, new Budget(Bounds.DEFAULT, System::nanoTime));
      return values.size() == 1 ? Preparing.text(values.getFirst()) : line;
    } catch (IonException | ExpressionException e) {
      return line; // it only looked like one
    }
  }
}
