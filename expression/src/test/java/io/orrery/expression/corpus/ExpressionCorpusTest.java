package io.orrery.expression.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Every case of the corpus, one test each.
final class ExpressionCorpusTest {

  private static final Instant NOW = Instant.parse("2026-03-29T10:15:30.123456Z");

  private static final Map<String, String> SECRETS =
      Map.of(
          "my_secret", "{\"secretKey\":\"secretValue\"}",
          "webhook_key", "secretKey",
          "password", "password");

  @TestFactory
  Stream<DynamicTest> every_case_comes_out_as_expected() throws IOException {
    var file = Path.of(System.getProperty("orrery.conformance", ""), "expressions.jsonl");
    Assumptions.assumeTrue(Files.isRegularFile(file), "the corpus is not here");
    var runner = new ExpressionRunner(NOW, SECRETS);
    return ExpressionCase.read(file).stream()
        .map(one -> DynamicTest.dynamicTest(one.id(), () -> check(one, runner.run(one))));
  }

  private static void check(ExpressionCase one, Verdict verdict) {
    switch (verdict) {
      case Verdict.Passed _ -> {}
      case Verdict.Failed failed -> assertThat(failed.reasons()).as("%s", one).isEmpty();
      case Verdict.Unsupported unsupported -> Assumptions.abort(unsupported.why());
    }
  }
}
