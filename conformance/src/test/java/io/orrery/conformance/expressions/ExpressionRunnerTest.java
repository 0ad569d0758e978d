package io.orrery.conformance.expressions;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.conformance.corpus.CorpusFile;
import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.report.Verdict;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionRunnerTest {

  private final ExpressionRunner runner =
      new ExpressionRunner(InstantSource.fixed(Instant.parse("2024-06-15T10:20:30Z")));

  private Verdict judge(String fields) {
    return runner.judge(
        new Entry(CorpusFile.EXPRESSIONS, "e", "a", Json.object("{" + fields + "}")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"template\": \"{{ a }}-{{ b }}\", \"vars\": {\"a\": 1, \"b\": \"x\"}, \"expect\": \"1-x\"",
        "\"template\": {\"k\": [\"{{ a }}\"]}, \"vars\": {\"a\": \"v\"}, \"expect\": {\"k\": [\"v\"]}",
        "\"template\": \"{{ a }}\", \"vars\": {\"a\": 7}, \"mode\": \"typed\", \"expect\": 7",
        "\"template\": \"{{ a }}\", \"vars\": {\"a\": {\"$t\": \"set\", \"v\": [1, 2]}}, \"match\": {\"$jsonEquals\": [1, 2]}",
        "\"template\": \"{{ gone }}\", \"vars\": {}, \"error\": true, \"errorMentions\": [\"gone\"]",
        "\"template\": \"{{ now() }}\", \"vars\": {}, \"match\": {\"$isoDateTimeWithin\": \"PT1S\"}",
        "\"template\": \"{{ secret('WEBHOOK_KEY') }}\", \"vars\": {}, \"expect\": \"secretKey\"",
        "\"template\": \"{{ read('kestra:///n/f/executions/e/x.txt') }}\", \"vars\": {\"flow\": {\"namespace\": \"n\", \"id\": \"f\"}, \"execution\": {\"id\": \"e\"}}, \"setup\": {\"storage\": {\"/n/f/executions/e/x.txt\": \"hi\"}}, \"expect\": \"hi\"",
      })
  void what_comes_out_as_written_passes(String fields) {
    assertThat(judge(fields)).isEqualTo(new Verdict.Passed());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"template\": \"{{ a }}\", \"vars\": {\"a\": 1}, \"expect\": \"2\"",
        "\"template\": \"{{ a }}\", \"vars\": {\"a\": 1}, \"mode\": \"typed\", \"expect\": \"1\"",
        "\"template\": \"{{ a }}\", \"vars\": {\"a\": 1}, \"error\": true",
        "\"template\": \"{{ gone }}\", \"vars\": {}, \"expect\": \"\"",
        "\"template\": \"{{ gone }}\", \"vars\": {}, \"error\": true, \"errorMentions\": [\"lost\"]",
      })
  void what_comes_out_otherwise_fails(String fields) {
    assertThat(judge(fields)).isInstanceOf(Verdict.Failed.class);
  }

  @Test
  void a_setting_that_is_not_known_is_unsupported() {
    var rest = ", \"template\": \"\", \"vars\": {}, \"expect\": \"\"";
    assertThat(judge("\"setup\": {\"weather\": {}}" + rest))
        .isEqualTo(new Verdict.Unsupported("setup weather"));
    assertThat(judge("\"engine\": {\"x\": 1}" + rest))
        .isEqualTo(new Verdict.Unsupported("engine setting x"));
  }
}
