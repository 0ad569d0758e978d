package io.orrery.conformance.cases;

import io.orrery.conformance.corpus.Corpus;
import io.orrery.conformance.corpus.Entry;
import java.util.List;
import java.util.Set;

/// Which cases may share an instance with others.
///
/// One that only looks at a single execution of its own flow, or at no execution, cannot be
/// disturbed. One that lists, counts, searches or sets anything up needs an empty instance.
final class Isolation {

  private static final Set<String> QUIET_STEPS =
      Set.of("validateFlow", "validateInputs", "resolveInputs", "graph", "cli");
  private static final Set<String> OFF_LINE = Set.of("validateFlow", "cli");
  private static final List<String> LOUD_TEXTS =
      List.of("concurrency:", "triggers:", "kv(", ".kv.", ".state.", "Purge", "storage", "cache:");
  private static final Set<String> LOUD_EXPECTATIONS =
      Set.of(
          "executionsOfFlow",
          "triggered",
          "triggeredList",
          "children",
          "kv",
          "kvExpiration",
          "namespaceFiles",
          "namespaceFileContent",
          "triggerState");

  private Isolation() {}

  static boolean shareable(Entry entry, Corpus corpus) {
    var steps = entry.list("action").stream().map(CaseRunner::step).map(Step::name).toList();
    if (!entry.object("setup").isEmpty() || !QUIET_STEPS.containsAll(steps)) {
      return false;
    }
    if (!entry.list("needs").isEmpty()
        || entry.object("expect").keySet().stream().anyMatch(LOUD_EXPECTATIONS::contains)) {
      return false;
    }
    if (entry.has("flowInline") && (steps.isEmpty() || !OFF_LINE.containsAll(steps))) {
      return false; // their flows have the same names
    }
    var source = entry.text("flowInline").or(() -> entry.text("flow").map(corpus::text)).orElse("");
    // Only reading a flow disturbs nobody, whatever it says.
    return (!steps.isEmpty() && OFF_LINE.containsAll(steps))
        || LOUD_TEXTS.stream().noneMatch(source::contains);
  }
}
