package io.orrery.bench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SamplesTest {

  @Test
  void the_median_of_an_odd_number_is_the_middle_one() {
    assertThat(samples(9, 1, 5).median()).isEqualTo(5);
  }

  @Test
  void the_median_of_an_even_number_lies_between_the_two_in_the_middle() {
    assertThat(samples(4, 1, 3, 2).median()).isEqualTo(2.5);
  }

  @Test
  void a_percentile_is_a_sample_and_the_hundredth_the_greatest() {
    var samples = new Samples();
    for (int i = 1; i <= 300; i++) {
      samples.add(i);
    }
    assertThat(samples.percentile(99)).isEqualTo(297);
    assertThat(samples.percentile(50)).isEqualTo(150);
    assertThat(samples.percentile(100)).isEqualTo(300);
    assertThat(samples.percentile(0)).isEqualTo(1);
  }

  @Test
  void the_extremes_are_found_whatever_the_order() {
    var samples = samples(3, -7, 12);
    assertThat(samples.min()).isEqualTo(-7);
    assertThat(samples.max()).isEqualTo(12);
    assertThat(samples.size()).isEqualTo(3);
  }

  @Test
  void nothing_has_no_median() {
    assertThatThrownBy(new Samples()::median).isInstanceOf(IllegalStateException.class);
  }

  private static Samples samples(double... values) {
    var samples = new Samples();
    for (double value : values) {
      samples.add(value);
    }
    return samples;
  }
}
