package io.orrery.expression.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.orrery.expression.value.JsonTree;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The judge must see what is wrong.
final class MatchersTest {

  private final Matchers matchers =
      new Matchers(Instant.parse("2026-03-29T10:00:00Z"), ZoneOffset.UTC);

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "1; 1.0; true",
        "\"a\"; \"b\"; false",
        "{\"a\": 1}; {\"a\": 1, \"b\": 2}; true",
        "{\"a\": 1, \"b\": 2}; {\"a\": 1}; false",
        "{\"a\": 1}; []; false",
        "[1, 2]; [1]; false",
        "[{\"a\": {\"$contains\": \"x\"}}]; [{\"a\": \"xyz\"}]; true",
        "{\"$contains\": \"x\"}; \"abc\"; false",
        "{\"$startsWith\": \"a\", \"$endsWith\": \"c\"}; \"abc\"; true",
        "{\"$startsWith\": \"a\", \"$endsWith\": \"x\"}; \"abc\"; false",
        "{\"$regex\": \"b+\"}; \"abbc\"; true",
        "{\"$trimEquals\": \"a\"}; \" a \"; true",
        "{\"$not\": 1}; 1; false",
        "{\"$all\": [{\"$gt\": 1}, {\"$gte\": 3}]}; 2; false",
        "{\"$anyOf\": [1, 2]}; 2; true",
        "{\"$every\": {\"$gt\": 1}}; [2, 1]; false",
        "{\"a\": {\"$absent\": true}}; {}; true",
        "{\"a\": {\"$absent\": true}}; {\"a\": null}; false",
        "{\"a\": {\"$presentNull\": true}}; {}; false",
        "{\"a\": {\"$absentOrNull\": true}}; {\"a\": null}; true",
        "{\"a\": {\"$exists\": true}}; {}; false",
        "{\"$notEmpty\": true}; []; false",
        "{\"$range\": [400, 499]}; 404; true",
        "{\"$intBetween\": [1, 3]}; \"4\"; false",
        "{\"$size\": 2}; [1, 2]; true",
        "{\"$minSize\": 3}; [1, 2]; false",
        "{\"$hasItem\": {\"a\": 1}}; [{\"a\": 1, \"b\": 2}]; true",
        "{\"$hasItems\": [1, 3]}; [1, 2]; false",
        "{\"$sameItems\": [1, 2]}; [2, 1]; true",
        "{\"$sameItems\": [1, 2]}; [2, 1, 3]; false",
        "{\"$startsWithList\": [1]}; [1, 2]; true",
        "{\"$equals\": {}}; {\"a\": 1}; false",
        "{\"$type\": \"FLOAT\", \"value\": 1.5}; 2.5; false",
        "{\"$jsonEquals\": {\"a\": 1}}; \"{\\\"a\\\": 1}\"; true",
        "{\"$jsonEquals\": {\"a\": 1}}; \"{\\\"a\\\": 1, \\\"b\\\": 2}\"; false",
        "{\"$jsonSameItems\": [1, 2]}; \"[2, 1]\"; true",
        "{\"$jsonContainsItems\": [3]}; \"[2, 1]\"; false",
        "{\"$isNow\": {\"format\": \"yyyy\"}}; \"2026\"; true",
        "{\"$containsNow\": {\"format\": \"HH:mm\"}}; \"at 10:00\"; true",
        "{\"$now\": \"+PT1S\"}; \"2026-03-29T10:00:01Z\"; true",
        "{\"$nowBetween\": [\"+PT4M\", \"+PT6M\"]}; \"2026-03-29T10:07:00Z\"; false",
        "{\"$durationSeconds\": 900}; \"PT15M\"; true",
        "{\"$sameInstant\": \"2026-03-29T10:00:00Z\"}; \"2026-03-29T12:00:00+02:00\"; true",
        "{\"$atOrBefore\": \"2026-03-29T10:00:00Z\"}; \"2026-03-29T10:00:01Z\"; false",
        "{\"$isAfter\": \"2026-03-29T10:00:00Z\"}; \"2026-03-29T10:00:01Z\"; true",
      })
  void a_value_matches_or_not(String expected, String actual, boolean matches)
      throws JsonProcessingException {
    assertThat(matchers.mismatches(JsonTree.parse(expected), JsonTree.parse(actual)).isEmpty())
        .isEqualTo(matches);
  }

  @Test
  void a_mismatch_says_where_it_is() {
    assertThat(matchers.mismatches(Map.of("a", List.of(1, 2)), Map.of("a", List.of(1, 3))))
        .containsExactly(".a[1]: expected 2 but was 3");
  }

  @Test
  void a_matcher_can_be_added() {
    var added =
        new Matchers(
            Instant.EPOCH,
            ZoneOffset.UTC,
            Map.of("$even", (expected, actual, whole) -> Optional.of("odd")));
    assertThat(added.mismatches(Map.of("$even", true), 1)).containsExactly(": odd");
  }

  @Test
  void a_wrong_expectation_fails_a_case() throws JsonProcessingException {
    var runner = new ExpressionRunner(Instant.EPOCH, Map.of());
    var right = "{\"id\": \"x\", \"area\": \"a\", \"template\": \"{{ 1 }}\", \"expect\": \"1\"}";
    assertThat(runner.run(ExpressionCase.parse(right))).isInstanceOf(Verdict.Passed.class);
    assertThat(runner.run(ExpressionCase.parse(right.replace("\"1\"", "\"2\""))))
        .isInstanceOf(Verdict.Failed.class);
    assertThat(
            runner.run(ExpressionCase.parse(right.replace("\"expect\": \"1\"", "\"error\": true"))))
        .isInstanceOf(Verdict.Failed.class);
  }
}
