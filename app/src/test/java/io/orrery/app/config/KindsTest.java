package io.orrery.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KindsTest {

  @ParameterizedTest
  @CsvSource({
    "250ms, 250",
    "30s, 30000",
    "5m, 300000",
    "2 h, 7200000",
    "7d, 604800000",
    "PT1M, 60000"
  })
  void durations_are_short_words_or_iso(String text, long ms) throws Kind.Wrong {
    assertThat(Kinds.DURATION.reader().read(text)).isEqualTo(Duration.ofMillis(ms));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "-5s", "PT-1S", "1y", "99999999999s"})
  void other_words_are_no_durations(String text) {
    assertThatThrownBy(() -> Kinds.DURATION.reader().read(text)).isInstanceOf(Kind.Wrong.class);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "512, 512",
    "1k, 1000",
    "1KB, 1000",
    "1KiB, 1024",
    "1.5 MiB, 1572864",
    "2GB, 2000000000"
  })
  void sizes_are_bytes_with_decimal_or_binary_units(String text, long bytes) throws Kind.Wrong {
    assertThat(Kinds.SIZE.reader().read(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1 XB", "0.5", "i", "1i"})
  void other_words_are_no_sizes(String text) {
    assertThatThrownBy(() -> Kinds.SIZE.reader().read(text)).isInstanceOf(Kind.Wrong.class);
  }
}
