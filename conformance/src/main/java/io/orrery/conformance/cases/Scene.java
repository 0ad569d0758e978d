package io.orrery.conformance.cases;

import io.orrery.conformance.match.Matchers;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.match.Values;
import io.orrery.conformance.subject.ExecutionView;
import io.orrery.conformance.subject.Unsupported;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an expectation looks at.
///
/// @param execution the one it is about, as it is now; empty when there is none
/// @param before the same one before the step, for what compares the two
/// @param expect the whole object that the expectation stands in
record Scene(
    Stage stage,
    Optional<ExecutionView> execution,
    Optional<ExecutionView> before,
    Map<String, Object> expect) {

  /// What one key of `expect` means: the differences from it.
  interface Check {
    List<Mismatch> check(@Nullable Object expected, Scene scene);
  }

  static Scene of(Stage stage, Optional<ExecutionView> execution, Map<String, Object> expect) {
    return new Scene(stage, execution, Optional.empty(), expect);
  }

  ExecutionView view() {
    return execution.orElseThrow(() -> new Unsupported("an expectation without an execution"));
  }

  Matchers matchers() {
    return stage.matchers(execution);
  }

  List<Mismatch> compare(String path, @Nullable Object expected, @Nullable Object actual) {
    return matchers().compare(path, expected, actual);
  }

  boolean flag(String key) {
    return Boolean.TRUE.equals(expect.get(key));
  }

  static List<Mismatch> miss(String path, @Nullable Object expected, @Nullable Object got) {
    return List.of(new Mismatch(path, Values.shown(expected), Values.shown(got)));
  }
}
