package io.orrery.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DayTimesTest {

  @Test
  void times_that_divide_the_hour_are_one_cron() {
    assertThat(DayTimes.fields(DayTimes.every(0, DayTimes.DAY - 1, 900)))
        .containsExactly("0 0/15 *");
    assertThat(DayTimes.fields(DayTimes.every(7, DayTimes.DAY - 1, 1200)))
        .containsExactly("7 0/20 *");
    assertThat(DayTimes.fields(DayTimes.every(0, DayTimes.DAY - 1, 1))).containsExactly("* * *");
  }

  @Test
  void ninety_minutes_are_two() {
    assertThat(DayTimes.fields(DayTimes.every(0, DayTimes.DAY - 1, 5400)))
        .containsExactly("0 0 0/3", "0 30 1/3");
  }

  @Test
  void a_window_that_ends_on_the_hour_has_its_last_time() {
    assertThat(DayTimes.fields(DayTimes.every(9 * 3600, 17 * 3600, 1800)))
        .containsExactly("0 0/30 9-16", "0 0 17");
  }

  @Test
  void times_within_an_hour_that_are_no_product_are_refused() {
    assertThat(DayTimes.fields(new TreeSet<>(List.of(0, 630)))).isEmpty();
  }

  @Test
  void amounts_are_said_in_their_largest_unit() {
    assertThat(DayTimes.words(86_400)).isEqualTo("1 day");
    assertThat(DayTimes.words(5400)).isEqualTo("90 minutes");
    assertThat(DayTimes.words(61)).isEqualTo("61 seconds");
  }
}
