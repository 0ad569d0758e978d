package io.orrery.conformance.cases;

import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.match.Values;
import io.orrery.conformance.subject.ExecutionView;
import io.orrery.conformance.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Waits for things that happen by themselves, by looking again and again.
final class Patience {

  private static final Duration PAUSE_FIRST = Duration.ofMillis(5);
  private static final Duration PAUSE_MAX = Duration.ofMillis(50);

  private final Subject subject;

  Patience(Subject subject) {
    this.subject = subject;
  }

  /// What a wait came to: the execution as last seen, and what is amiss.
  record Seen(Optional<ExecutionView> execution, List<Mismatch> misses) {}

  /// Waits until the execution is as wanted, it cannot become so any more, or the time is over.
  ///
  /// @param wanted in words, for the report
  Seen await(String id, String wanted, Predicate<ExecutionView> test, Duration within) {
    var found =
        look(
            () -> subject.execution(id),
            view -> view.map(each -> test.test(each) || each.finished()).orElse(false),
            within);
    if (found.filter(test).isPresent()) {
      return new Seen(found, List.of());
    }
    var got = found.map(view -> Values.shown(view.history().stream().map(c -> c.state()).toList()));
    return new Seen(
        found, List.of(new Mismatch("state within " + within, wanted, got.orElse("no execution"))));
  }

  /// Looks until there is nothing amiss or the time is over.
  List<Mismatch> untilRight(Supplier<List<Mismatch>> check, Duration within) {
    return look(check, List::isEmpty, within);
  }

  /// The first look that is good enough, or the last one.
  <T> T look(Supplier<T> supplier, Predicate<T> enough, Duration within) {
    var end = subject.clock().instant().plus(within);
    var pause = PAUSE_FIRST;
    while (true) {
      var seen = supplier.get();
      if (enough.test(seen) || !subject.clock().instant().isBefore(end)) {
        return seen;
      }
      subject.pass(pause);
      pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
    }
  }
}
