package io.orrery.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {

  @Test
  void near_words_are_found_and_far_ones_are_not() {
    var known = List.of("http.port", "http.host", "worker.permits");
    assertThat(Suggestion.of("http.prot", known)).contains("http.port");
    assertThat(Suggestion.of("permits", known)).contains("worker.permits");
    assertThat(Suggestion.of("something.else", known)).isEmpty();
  }

  @Test
  void swapped_neighbours_count_as_one_edit() {
    assertThat(Suggestion.distance("prot", "port")).isEqualTo(1);
    assertThat(Suggestion.distance("", "abc")).isEqualTo(3);
    assertThat(Suggestion.distance("same", "same")).isZero();
  }
}
