package io.orrery.expression.pebble;

import static io.orrery.expression.pebble.Rendering.render;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.orrery.expression.ExpressionException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Filters and functions, a line each.
final class LibraryTest {

  private static final Map<String, Object> VARIABLES =
      Map.of(
          "moment", ZonedDateTime.parse("2026-03-29T10:15:30.123456+02:00"),
          "instant", Instant.parse("2026-03-29T10:15:30Z"),
          "day", LocalDate.parse("2026-03-31"),
          "duration", Duration.ofMillis(1500),
          "envs", Map.of("a", "1", "b", ""));

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "'  a b ' | trim; a b",
        "' hello World' | capitalize | trim; Hello World",
        "'hello big world' | title; Hello Big World",
        "'abcdefgh' | abbreviate(5); ab...",
        "'abc' | abbreviate(8); abc",
        "'a' | nl2br; a",
        "'Été à_Paris--x ' | slugify; ete-a-paris-x",
        "'abc' | first; a",
        "'abc' | last | className; java.lang.String",
        "[] | first; ``",
        "'a,b,,' | split(',') ; [\"a\",\"b\"]",
        "'a,b,c' | split(',', 2); [\"a\",\"b,c\"]",
        "12 | string; 12",
        "[1,2,3] | slice(1); [2,3]",
        "'abc' | slice(0, 2); ab",
        "[3,1.5,2] | sort; [1.5,2,3]",
        "['b','a'] | sort | join('-'); a-b",
        "[1,2,3,4,5] | chunk(2); [[1,2],[3,4],[5]]",
        "['a','b'] | keys; [0,1]",
        "{'a': 1, 'b': 2} | values; [1,2]",
        "[[1,[2]],3] | flatten; [1,[2],3]",
        "[1,1.0,'1',1] | distinct; [1,1.0,\"1\"]",
        "[[1],[1]] | distinct; [[1]]",
        "{'a': 1} | merge({'b': 2}); {\"a\":1,\"b\":2}",
        "[1] | merge([2]); [1,2]",
        "null | length; 0",
        "{'a': 1} | length; 1",
        "'' | default('x'); x",
        "missing | default('x'); x",
        "-3 | abs; 3",
        "-3.5 | abs; 3.5",
        "'010' | number; 8",
        "'0x1F' | number; 31",
        "'12.5' | number('DOUBLE') | className; java.lang.Double",
        "'3000000000' | number | className; java.lang.Long",
        "'0.1234567890123' | number | className; java.lang.Double",
        "1234.5 | numberFormat('#,##0.00'); 1,234.50",
        "'hello' | base64encode; aGVsbG8=",
        "'a b&c' | urlencode | urldecode; a b&c",
        "'a' | md5; 0cc175b9c0f1b6a831c399e269772661",
        "`[3] | jq('def fac: if . <= 1 then 1 else . * (. - 1 | fac) end; .[0] | fac')`; [6]",
        "`[1] | jq('def two(f): f, f; [two(.[0])] | add')`; [2]",
        "[1] | jq('\"def x: y\"'); [\"def x: y\"]",
        "'a1b22' | replace({'[0-9]+': '#'}, regexp=true); a#b#",
        "'a.b' | regexReplace('\\.', '-'); a-b",
        "'order-12345' | regexExtract('(\\d)(\\d+)', 2); 2345",
        "'order' | regexExtract('\\d+') ?? 'none'; none",
        "'abc' | regexMatch('^a'); true",
        "moment | date('yyyy-MM-dd HH:mm', timeZone='UTC'); 2026-03-29 08:15",
        "moment | date; 2026-03-29T08:15:30.123456Z",
        "instant | date('iso_sec', timeZone='Europe/Paris'); 2026-03-29T12:15:30+02:00",
        "day | date('sql_seq'); 2026-03-31 12:00:00",
        "0 | date('iso_sec'); 1970-01-01T00:00:00Z",
        "'2026-03-29T10:15:30' | date('EEEE d MMMM', locale='fr_FR'); dimanche 29 mars",
        "'29/03/2026' | date('iso_local_date', existingFormat='dd/MM/yyyy'); 2026-03-29",
        "moment | dateAdd(1, 'DAYS', 'iso_local_date'); 2026-03-30",
        "moment | timestamp; 1774772130",
        "moment | timestampMilli; 1774772130123",
        "now(); 2026-03-29T10:15:30.123456Z",
        "now('HH:mm', timeZone='Asia/Tokyo'); 19:15",
        "duration | toJson; 1.500000000",
        "{'a': null, 'b': moment} | toJson; {\"b\":\"2026-03-29T08:15:30.123456Z\"}",
        "{'a': null} | toIon; {a:null}",
        "instant | toIon; 2026-03-29T10:15:30.000Z",
        "fromIon('1 2 3', allRows=true); [1,2,3]",
        "fromIon('{t: 2026-03-29T10:15:30Z}').t | date('iso_sec'); 2026-03-29T10:15:30Z",
        "fromJson('{\"a\": 1.5}').a; 1.5",
        "jsonDecode('[1]'); [1]",
        "env('a') ~ env('b', 'x') ~ env('c', 'y'); 1xy",
        "dayOfWeek('2026-03-29'); SUNDAY",
        "dayOfMonth(day) ~ '/' ~ monthOfYear(moment); 31/3",
        "hourOfDay('2026-03-29T23:30:00+02:00'); 23",
        "isWeekend('2026-03-29T10:00:00Z'); true",
        "isDayWeekInMonth('2026-03-30', 'monday', 'LAST'); true",
        "isDayWeekInMonth('2026-03-30', 'MONDAY', 'FIRST'); false",
        "isLastWorkingDay(day); true",
        "isLastWorkingDay('2026-05-29'); true",
        "isLastWorkingDay('2026-05-30', 'SATURDAY'); true",
        "isDateAfter('2026-03-30', instant); true",
        "isDateBefore('2026-03-29T10:00:00+02:00', '2026-03-29T09:00:00Z'); true",
        "isDateBetween(instant, '2026-01-01', '2026-12-31'); true",
        "uuid() | length; 36",
        "id() | length; 22",
        "ksuid() | length; 27",
        "nanoId() | length; 21",
        "nanoId(5, 'a'); aaaaa",
        "randomInt(4, 5); 4",
        "randomPort() > 0; true",
        "decrypt(key, encrypt(key, 'wörd')); wörd",
      })
  void a_call_gives_its_value(String expression, String expected) {
    var set = "{% set key = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' %}";
    assertThat(render(set + "{{ " + expression + " }}", VARIABLES)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1, 'a'] | sort",
        "1 | keys",
        "[1] | values",
        "[1] | chunk(0)",
        "1 | join",
        "null | merge(null)",
        "[1,2] | slice(1, 5)",
        "[1,2] | slice(-1)",
        "null | abs",
        "'a' | numberFormat",
        "1 | number",
        "'' | number",
        "'%' | base64decode",
        "'[' | regexMatch('[')",
        "'x' | date",
        "true | date",
        "'2026-01-01' | date(timeZone='Nowhere')",
        "'a' | dateAdd('x', 'DAYS')",
        "'{' | jq('.')",
        "fromJson('{')",
        "fromIon('{')",
        "yaml('a: 1\na: 2')",
        "decrypt('AAECAwQFBgcICQoLDA0ODw==', 'AAAA')",
        "nanoId(100000)",
        "isDayWeekInMonth('2026-03-30', 'MONDAY', 'FIFTH')",
        "dayOfWeek('x')",
        "secret('x')",
        "kv('x')",
        "errorLogs()"
      })
  void a_wrong_call_is_an_error_of_the_template(String expression) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> render("{{ " + expression + " }}"))
        .satisfies(e -> assertThat(e.line()).isEqualTo(1));
  }

  @Test
  void null_goes_through_most_filters() {
    for (var filter :
        List.of(
            "upper",
            "trim",
            "slugify",
            "first",
            "keys",
            "sort",
            "jq('.')",
            "date",
            "md5",
            "replace({'a': 'b'})",
            "substringAfter('a')",
            "escapeChar('single')",
            "number")) {
      assertThat(render("{{ null | " + filter + " }}")).as(filter).isEmpty();
    }
  }

  @Test
  void yaml_is_written_as_blocks_with_few_quotes() {
    var map = new LinkedHashMap<String, @Nullable Object>();
    map.put("text", "a b");
    map.put("truth", "true");
    map.put("colon", "a: b");
    map.put("lines", "one\ntwo\n");
    map.put("list", Arrays.asList(1, null, Map.of("k", "v")));
    map.put("nothing", List.of());
    assertThat(render("{{ m | yaml }}", Map.of("m", map)))
        .isEqualTo(
            """
            text: a b
            truth: "true"
            colon: "a: b"
            lines: |
              one
              two
            list:
             - 1
             - null
             -
              k: v
            nothing: []
            """);
  }

  @Test
  void yaml_aliases_and_merge_keys_are_resolved() {
    var yaml = "a: &x {k: 1}\nb:\n  <<: *x\n  l: 2\n  k: 3\nc: *x\n";
    assertThat(render("{{ yaml(y) | toJson }}", Map.of("y", yaml)))
        .isEqualTo("{\"a\":{\"k\":1},\"b\":{\"l\":2,\"k\":3},\"c\":{\"k\":1}}");
  }

  @Test
  void yaml_that_is_written_reads_back() {
    for (var text : List.of("x", "- a", "#", "a #b", "'q'", "\t", "é", "a\\b", "@", "*a", "x:")) {
      assertThat(render("{{ yaml({'k': t} | yaml).k }}", Map.of("t", text))).isEqualTo(text);
    }
  }

  @Test
  void outputs_of_a_loop_are_found_by_the_values_of_all_parents() {
    var outputs = Map.of("t", Map.of("outer", Map.of("inner", Map.of("mine", Map.of("value", 7)))));
    var parents =
        List.of(
            Map.of("taskrun", Map.of("value", "inner")),
            Map.of("outputs", Map.of()),
            Map.of("taskrun", Map.of("value", "outer")));
    var variables =
        Map.of("outputs", outputs, "parents", parents, "taskrun", Map.of("value", "mine"));
    assertThat(render("{{ currentEachOutput(outputs.t).value }}", variables)).isEqualTo("7");
  }

  @Test
  void the_whole_context_can_be_shown() {
    assertThat(render("{{ printContext() }}", Map.of("a", List.of(1)))).isEqualTo("{\"a\":[1]}");
  }
}
