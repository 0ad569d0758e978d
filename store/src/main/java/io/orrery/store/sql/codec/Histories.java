package io.orrery.store.sql.codec;

import io.orrery.model.state.History;
import io.orrery.model.state.StateChange;
import java.util.ArrayList;

/// A state history as short text: `C1790000000000000R1250S340` is created at that microsecond, ran
/// 1250 µs later, succeeded 340 µs after that.
public final class Histories {

  private Histories() {}

  public static String text(History history) {
    var text = new StringBuilder(16 + 8 * history.changes().size());
    long before = 0;
    for (var change : history.changes()) {
      long at = Micros.of(change.at());
      text.append(StateCode.letter(change.state())).append(at - before);
      before = at;
    }
    return text.toString();
  }

  public static History history(String text) {
    var changes = new ArrayList<StateChange>();
    long at = 0;
    int i = 0;
    while (i < text.length()) {
      int end = i + 1;
      while (end < text.length() && !Character.isLetter(text.charAt(end))) {
        end++;
      }
      at += Long.parseLong(text, i + 1, end, 10);
      changes.add(new StateChange(StateCode.ofLetter(text.charAt(i)), Micros.instant(at)));
      i = end;
    }
    return new History(changes);
  }
}
