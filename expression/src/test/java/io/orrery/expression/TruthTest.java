package io.orrery.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// When a condition holds.
final class TruthTest {

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "false", "0", "-0", " false\n", "0 "})
  void few_texts_are_false(String text) {
    assertThat(Truth.of(text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "False", "FALSE", "null", "no", "off", "00", "0.0", "[]", "{}"})
  void all_other_texts_are_true(String text) {
    assertThat(Truth.of(text)).isTrue();
  }

  @Test
  void a_value_counts_as_the_text_that_it_prints_as() {
    assertThat(Truth.of(null)).isFalse();
    assertThat(Truth.of(false)).isFalse();
    assertThat(Truth.of(0)).isFalse();
    assertThat(Truth.of(0L)).isFalse();
    assertThat(Truth.of(true)).isTrue();
    assertThat(Truth.of(0.0)).isTrue();
    assertThat(Truth.of(List.of())).isTrue();
    assertThat(Truth.of(Map.of())).isTrue();
  }
}
