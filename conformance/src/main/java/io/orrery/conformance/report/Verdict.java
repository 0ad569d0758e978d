package io.orrery.conformance.report;

import io.orrery.conformance.match.Mismatch;
import java.util.List;
import java.util.stream.Collectors;

/// What came of one entry. Unsupported is not passed: nothing was shown.
public sealed interface Verdict {

  record Passed() implements Verdict {}

  /// @param differences at least one
  record Failed(List<Mismatch> differences) implements Verdict {
    public Failed {
      differences = List.copyOf(differences);
    }
  }

  /// @param reason what the product or this harness cannot do
  record Unsupported(String reason) implements Verdict {}

  static Verdict of(List<Mismatch> differences) {
    return differences.isEmpty() ? new Passed() : new Failed(differences);
  }

  static Verdict failed(String expected, String got) {
    return new Failed(List.of(new Mismatch("", expected, got)));
  }

  /// What was expected, in one line.
  default String expected() {
    return switch (this) {
      case Passed _, Unsupported _ -> "";
      case Failed failed -> joined(failed, true);
    };
  }

  /// What came out, in one line.
  default String got() {
    return switch (this) {
      case Passed _ -> "";
      case Unsupported unsupported -> "unsupported: " + unsupported.reason();
      case Failed failed -> joined(failed, false);
    };
  }

  private static String joined(Failed failed, boolean expected) {
    return failed.differences().stream()
        .map(
            miss ->
                (miss.path().isEmpty() ? "" : miss.path() + ": ")
                    + (expected ? miss.expected() : miss.got()))
        .collect(Collectors.joining("; "));
  }
}
