package io.orrery.conformance.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatchersTest {

  private static final Instant NOW = Instant.parse("2024-06-15T10:20:30.400Z");

  private final Matchers matchers =
      new Matchers(
          Context.at(NOW)
              .withOutputs(
                  name ->
                      name.equals("a[x/y].value") ? Optional.of("made by a") : Optional.empty()));

  private boolean holds(String expected, @Nullable Object actual) {
    return matchers.matches(Json.read(expected), actual);
  }

  /// Each line: expectation | value that fits | value that does not. All three as JSON.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 | 1.0 | 2",
        "1.123 | 1.123 | \"1.123\"",
        "\"a\" | \"a\" | \"b\"",
        "true | true | \"true\"",
        "null | null | 0",
        "[1, 2] | [1, 2] | [1, 2, 3]",
        "[{\"a\": 1}] | [{\"a\": 1, \"b\": 2}] | [{\"a\": 2}]",
        "{\"a\": 1} | {\"a\": 1, \"b\": 2} | {\"b\": 2}",
        "{} | {\"a\": 1} | []",
        "{\"a\": null} | {} | {\"a\": 1}",
        "{\"$contains\": \"b\"} | \"abc\" | \"acc\"",
        "{\"$contains\": \"1\"} | 21 | 22",
        "{\"$contains\": 2} | [1, 2] | [1, 3]",
        "{\"$startsWith\": \"kestra://\"} | \"kestra:///x\" | \"x kestra://\"",
        "{\"$startsWith\": \"{\"} | \"{a:1}\" | {\"a\": 1}",
        "{\"$endsWith\": \".zip\"} | \"a.zip\" | \"a.zip.upl\"",
        "{\"$regex\": \"^\\\\d{2}-\\\\w\"} | \"12-a!\" | \"x12-a\"",
        "{\"$trimEquals\": \"hello\"} | \"hello\\n\" | \"hello world\"",
        "{\"$not\": \"PAUSED\"} | \"RUNNING\" | \"PAUSED\"",
        "{\"$all\": [{\"$contains\": \"a\"}, {\"$contains\": \"b\"}]} | \"ab\" | \"a\"",
        "{\"$anyOf\": [\"a\", {\"$gt\": 3}]} | 4 | 3",
        "{\"$every\": {\"enabled\": true}} | [{\"enabled\": true}] | [{\"enabled\": true}, {\"enabled\": false}]",
        "{\"$every\": {\"$gt\": 0}} | {\"a\": 1, \"b\": 2} | {\"a\": 1, \"b\": 0}",
        "{\"$exists\": true} | {\"a\": 1} | null",
        "{\"$exists\": false} | null | 0",
        "{\"a\": {\"$absent\": true}} | {\"b\": 1} | {\"a\": null}",
        "{\"a\": {\"$presentNull\": true}} | {\"a\": null} | {}",
        "{\"a\": {\"$absentOrNull\": true}} | {\"a\": null} | {\"a\": 0}",
        "{\"a\": {\"$absentOrNull\": true}} | {} | {\"a\": \"\"}",
        "{\"$notEmpty\": true} | \"x\" | \"\"",
        "{\"$notEmpty\": true} | [null] | []",
        "{\"$gt\": 1} | 1.5 | 1",
        "{\"$gte\": 2} | 2 | 1",
        "{\"$gte\": 2} | 3 | \"3\"",
        "{\"$range\": [400, 499]} | 499 | 500",
        "{\"$intBetween\": [-10, -1]} | \"-10\" | \"0\"",
        "{\"$intBetween\": [1, 10]} | 4 | \"4.5\"",
        "{\"$size\": 2} | [1, 2] | [1]",
        "{\"$size\": 0} | {} | null",
        "{\"$size\": {\"$gte\": 1}} | \"a\" | \"\"",
        "{\"$minSize\": 2} | [1, 2, 3] | [1]",
        "{\"$hasItem\": {\"k\": 1}} | [{\"k\": 2}, {\"k\": 1, \"v\": 1}] | [{\"k\": 2}]",
        "{\"$hasItems\": [1, 2]} | [3, 2, 1] | [1, 3]",
        "{\"$sameItems\": [\"a\", \"b\"]} | [\"b\", \"a\"] | [\"b\", \"a\", \"a\"]",
        "{\"$sameItems\": [{\"$regex\": \".\"}, \"a\"]} | [\"a\", \"b\"] | [\"b\", \"c\"]",
        "{\"$startsWithList\": [1, 2]} | [1, 2, 3] | [2, 1, 3]",
        "{\"$equals\": {}} | {} | {\"a\": 1}",
        "{\"$equals\": {\"a\": 1}} | {\"a\": 1} | {\"a\": 1, \"b\": 2}",
        "{\"$jsonEquals\": {\"a\": [1.0]}} | \"{\\\"a\\\": [1]}\" | \"{\\\"a\\\": [1], \\\"b\\\": 0}\"",
        "{\"$jsonEquals\": 1} | \"1\" | \"one\"",
        "{\"$jsonSameItems\": [\"a\", 1]} | \"[1, \\\"a\\\"]\" | \"[1]\"",
        "{\"$jsonContainsItems\": [true]} | \"[1, true]\" | \"[1]\"",
        "{\"$now\": \"+PT1S\"} | \"2024-06-15T10:20:31Z\" | \"2024-06-15T10:20:30Z\"",
        "{\"$nowBetween\": [\"+PT4M\", \"+PT6M\"]} | \"2024-06-15T12:25:30+02:00\" | \"2024-06-15T10:20:30Z\"",
        "{\"$isoDateTimeWithin\": \"PT1M\"} | \"2024-06-15T10:21:00Z\" | \"2024-06-15T10:22:00Z\"",
        "{\"$isNow\": {\"format\": \"yyyy-MM-dd\"}} | \"2024-06-15\" | \"2024-06-15T10:20:30Z\"",
        "{\"$containsNow\": {\"format\": \"yyyy-MM-dd\"}} | \"2024-06-15T10:20:30Z\" | \"2024-06-14\"",
        "{\"$durationSeconds\": 900} | \"PT15M\" | \"PT16M\"",
        "{\"$durationSeconds\": 900} | 900.0 | \"900s\"",
        "{\"$sameInstant\": \"2024-06-15T10:00:00Z\"} | \"2024-06-15T12:00:00+02:00[Europe/Paris]\" | \"2024-06-15T12:00:00Z\"",
        "{\"$sameInstantAsOneOf\": [\"2024-06-15T10:00:00Z\", \"2024-06-15T11:00:00Z\"]} | \"2024-06-15T11:00:00Z\" | \"2024-06-15T12:00:00Z\"",
        "{\"$isAfter\": \"2024-06-15T10:00:00Z\"} | \"2024-06-15T10:00:01Z\" | \"2024-06-15T12:00:00+02:00\"",
        "{\"$atOrAfter\": \"2024-06-15T10:00:00Z\"} | \"2024-06-15T12:00:00+02:00\" | \"2024-06-15T09:59:59Z\"",
        "{\"$atOrBefore\": \"2024-06-15T10:00:00Z\"} | \"2024-06-15T10:00:00Z\" | \"2024-06-15T10:00:01Z\"",
        "{\"$containsOutputOf\": \"a[x/y].value\"} | \"was made by a.\" | \"made by b\"",
        "{\"$containsOutputOf\": \"a[x/y].value\", \"$prefixedBy\": \"get \"} | \"get made by a\" | \"made by a\"",
        "{\"$terminated\": true} | \"KILLED\" | \"KILLING\"",
        "{\"$repeat\": [\"ab\", 2]} | \"abab\" | \"ab\"",
        "{\"$size\": 2, \"[1].id\": \"b\"} | [{}, {\"id\": \"b\"}] | [{}, {\"id\": \"a\"}]",
        "{\"state.current\": \"RUNNING\"} | {\"state\": {\"current\": \"RUNNING\"}} | {\"state\": {}}",
        "{\"a.b\": 1} | {\"a.b\": 1} | {\"a\": {\"b\": 2}}",
      })
  void accepts_what_fits_and_refuses_what_does_not(String expected, String fits, String misfit) {
    assertThat(holds(expected, Json.read(fits))).as("%s accepts %s", expected, fits).isTrue();
    assertThat(holds(expected, Json.read(misfit))).as("%s refuses %s", expected, misfit).isFalse();
  }

  @Test
  void a_list_of_any_length_is_not_a_list_of_that_length() {
    assertThat(holds("[]", List.of(1))).isFalse();
    assertThat(holds("[]", List.of())).isTrue();
  }

  @Test
  void values_of_java_time_and_addresses_are_compared_as_what_they_show() {
    assertThat(holds("\"2024-06-15\"", LocalDate.parse("2024-06-15"))).isTrue();
    assertThat(holds("\"kestra:///a\"", URI.create("kestra:///a"))).isTrue();
    assertThat(
            holds("{\"$endsWith\": \"-04:00\"}", ZonedDateTime.parse("2022-04-01T09:12:00-04:00")))
        .isTrue();
    assertThat(holds("{\"$sameInstant\": \"2024-06-15T10:20:30.400Z\"}", NOW)).isTrue();
    assertThat(holds("\"PT5M\"", Duration.ofMinutes(5))).isTrue();
  }

  @Test
  void a_typed_value_is_accepted_as_its_java_type_and_as_its_wire_form() {
    var instant = "{\"$type\": \"DATETIME\", \"value\": \"2019-10-06T18:27:49Z\"}";
    assertThat(holds(instant, Instant.parse("2019-10-06T18:27:49Z"))).isTrue();
    assertThat(holds(instant, "2019-10-06T18:27:49.000Z")).isTrue();
    assertThat(holds(instant, "2019-10-06T18:27:50Z")).isFalse();
    assertThat(holds("{\"$type\": \"FLOAT\", \"value\": 42.42}", new BigDecimal("42.42"))).isTrue();
    assertThat(holds("{\"$type\": \"FLOAT\", \"value\": 42.42}", "42.42")).isFalse();
    assertThat(holds("{\"$type\": \"TIME\", \"value\": \"18:27:00\"}", LocalTime.of(18, 27)))
        .isTrue();
    assertThat(holds("{\"$type\": \"DURATION\", \"value\": \"PT5M6S\"}", "PT306S")).isTrue();
    assertThat(holds("{\"$type\": \"DURATION\", \"value\": \"PT5M6S\"}", null)).isFalse();
  }

  @Test
  void numbers_are_equal_by_value_whatever_their_type() {
    assertThat(holds("1.123", 1.123f)).isTrue();
    assertThat(holds("42", 42L)).isTrue();
    assertThat(holds("1.0", new BigDecimal("1.00"))).isTrue();
    assertThat(holds("\"1\"", 1)).isFalse();
  }

  @Test
  void a_difference_names_its_place_and_both_values() {
    var actual = new LinkedHashMap<String, Object>(Map.of("a", List.of(Map.of("b", 2))));

    assertThat(matchers.compare("out", Json.read("{\"a\": [{\"b\": 1}]}"), actual))
        .containsExactly(new Mismatch("out.a[0].b", "1", "2"));
  }

  @Test
  void every_part_that_differs_is_told() {
    assertThat(matchers.compare(Json.read("{\"a\": 1, \"b\": 2, \"c\": 3}"), Map.of("b", 2)))
        .extracting(Mismatch::path)
        .containsExactly("a", "c");
  }

  @Test
  void a_matcher_that_is_not_known_can_neither_hold_nor_fail() {
    assertThatThrownBy(() -> holds("{\"$sounds\": \"like\"}", "x"))
        .isInstanceOf(UnknownMatcher.class)
        .hasMessageContaining("$sounds");
    assertThatThrownBy(() -> holds("{\"$size\": {\"$odd\": true}}", List.of()))
        .isInstanceOf(UnknownMatcher.class);
    assertThatThrownBy(() -> holds("{\"$all\": \"x\"}", "x")).isInstanceOf(UnknownMatcher.class);
    assertThatThrownBy(() -> holds("{\"$type\": \"COLOUR\", \"value\": 1}", 1))
        .isInstanceOf(UnknownMatcher.class);
  }

  @Test
  void absence_is_not_null() {
    assertThat(matchers.matches(Json.read("{\"$absent\": true}"), Absent.ABSENT)).isTrue();
    assertThat(matchers.matches(Json.read("{\"$absent\": true}"), null)).isFalse();
    assertThat(matchers.matches(Json.read("{\"$presentNull\": true}"), Absent.ABSENT)).isFalse();
    assertThat(matchers.matches(Json.read("{\"$equals\": null}"), Absent.ABSENT)).isFalse();
  }

  @Test
  void lists_of_other_kinds_are_lists() {
    assertThat(holds("[\"a\", null]", Arrays.asList("a", null))).isTrue();
    assertThat(holds("[\"a\"]", new Object[] {"a"})).isTrue();
  }
}
