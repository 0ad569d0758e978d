package io.orrery.model.yaml;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.problem.Position;
import io.orrery.model.yaml.YamlNode.Mapping;
import java.util.Arrays;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlTreeTest {

  private static @Nullable Object plain(String text) {
    var read = YamlTree.read(text, 0);
    assertThat(read.problems()).isEmpty();
    return read.root().orElseThrow().plain();
  }

  @ParameterizedTest
  @CsvSource({
    "yes",
    "no",
    "on",
    "off",
    "y",
    "n",
    "12:30:00",
    "2024-01-31",
    "1_000",
    ".inf",
    ".nan",
    "1.2.3",
    "0b1",
    "-",
    "+",
    ".",
    "1e",
    "0x"
  })
  void words_and_times_of_older_yaml_stay_text(String text) {
    assertThat(plain("a: " + (text.equals("-") ? "'-'" : text))).isEqualTo(Map.of("a", text));
  }

  @ParameterizedTest
  @CsvSource({"010, 10", "0o17, 15", "0x1F, 31", "-5, -5", "+7, 7", "2147483648, 2147483648"})
  void integers_are_read_as_in_yaml_1_2(String text, long value) {
    assertThat(plain("a: " + text))
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .extractingByKey("a")
        .satisfies(it -> assertThat(((Number) it).longValue()).isEqualTo(value));
  }

  @Test
  void numbers_that_json_cannot_hold_stay_text() {
    assertThat(plain("a: 1e999")).isEqualTo(Map.of("a", "1e999"));
    assertThat(plain("a: " + "9".repeat(200))).isEqualTo(Map.of("a", "9".repeat(200)));
    assertThat(plain("a: 1.5e3")).isEqualTo(Map.of("a", 1500.0));
  }

  @Test
  void quoted_numbers_are_text_and_tags_decide() {
    assertThat(plain("[\"1\", '2', !!str 3, !!int \"4\", ! 5]"))
        .isEqualTo(Arrays.asList("1", "2", "3", 4, "5"));
  }

  @Test
  void keys_are_text_as_written() {
    assertThat(plain("{1: a, true: b, 1.10: c, null: d}"))
        .isEqualTo(Map.of("1", "a", "true", "b", "1.10", "c", "null", "d"));
  }

  @Test
  void merge_keys_give_what_the_map_does_not_say_itself() {
    var text =
        "base: &base {a: 1, b: 2}\nmore: &more {b: 3, c: 4}\nboth: {<<: [*base, *more], a: 0}\nquoted: {'<<': x}";
    assertThat(plain(text))
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsEntry("both", Map.of("a", 0, "b", 2, "c", 4))
        .containsEntry("quoted", Map.of("<<", "x"));
  }

  @Test
  void every_key_and_value_knows_its_place() {
    var root = (Mapping) YamlTree.read("a: 1\nb:\n  - c: {d: 2}\n", 10).root().orElseThrow();
    assertThat(requireNonNull(root.entries().get("b")).key()).isEqualTo(new Position(12, 1));
    assertThat(requireNonNull(root.get("a")).at()).isEqualTo(new Position(11, 4));
  }

  @Test
  void a_mark_at_the_start_of_a_file_is_no_text() {
    assertThat(plain("\uFEFFa: 1")).isEqualTo(Map.of("a", 1));
  }
}
