package io.orrery.store.sql.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.engine.execution.Frame;
import io.orrery.model.state.History;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.store.vnode.LogChunk.Line;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CodecTest {

  private static final Instant T0 = Instant.parse("2026-03-01T08:00:00.000123Z");

  @Test
  void every_state_has_its_own_number_and_letter_and_final_ones_begin_at_fifty() {
    var numbers = new HashSet<Integer>();
    var letters = new HashSet<Character>();
    for (var state : State.values()) {
      assertThat(numbers.add(StateCode.number(state))).isTrue();
      assertThat(letters.add(StateCode.letter(state))).isTrue();
      assertThat(StateCode.number(state) >= StateCode.FINAL).isEqualTo(state.terminal());
      assertThat(StateCode.ofNumber(StateCode.number(state))).isEqualTo(state);
      assertThat(StateCode.ofLetter(StateCode.letter(state))).isEqualTo(state);
    }
    assertThatThrownBy(() -> StateCode.ofNumber(63)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> StateCode.ofLetter('~')).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_history_is_short_text() {
    var history =
        History.of(State.CREATED, T0)
            .then(State.RUNNING, T0.plusNanos(1_250_000))
            .then(State.SUCCESS, T0.plusNanos(1_590_000));
    assertThat(Histories.text(history)).isEqualTo("C1772352000000123R1250S340");
    assertThat(Histories.history("C1772352000000123R1250S340")).isEqualTo(history);
  }

  @Test
  void histories_come_back_also_when_time_goes_back() {
    var random = new Random(7);
    for (int round = 0; round < 200; round++) {
      var history = History.of(State.CREATED, T0);
      for (int n = random.nextInt(80); n > 0; n--) {
        var state = any(random, State.values());
        history = history.then(state, T0.plus(Duration.ofMillis(random.nextInt(-90_000, 90_000))));
      }
      assertThat(Histories.history(Histories.text(history))).isEqualTo(history);
    }
  }

  @Test
  void times_before_1970_and_finer_than_a_microsecond() {
    var old = Instant.parse("1960-01-01T00:00:00.000001Z");
    assertThat(Micros.instant(Micros.of(old))).isEqualTo(old);
    assertThat(Micros.instant(Micros.of(T0.plusNanos(999)))).isEqualTo(T0);
  }

  @Test
  void frames_come_back() {
    assertThat(Frames.text(Frame.START)).isEqualTo("M0,0,0,S");
    var random = new Random(7);
    for (int round = 0; round < 200; round++) {
      var frame =
          new Frame(
              Frames.branch(random.nextInt(7)),
              random.nextInt(-1, 4),
              random.nextInt(100_000),
              random.nextInt(1000),
              any(random, State.values()),
              random.nextBoolean(),
              random.nextBoolean(),
              bits(random),
              bits(random),
              random.nextInt(-1, 3),
              random.nextInt(3),
              random.nextBoolean());
      assertThat(Frames.frame(Frames.text(frame))).isEqualTo(frame);
      assertThat(Frames.branch(Frames.number(frame.branch()))).isEqualTo(frame.branch());
    }
  }

  private static <T> T any(Random random, T[] values) {
    return values[random.nextInt(values.length)];
  }

  private static BitSet bits(Random random) {
    var bits = new BitSet();
    for (int n = random.nextInt(20); n > 0; n--) {
      bits.set(random.nextInt(200));
    }
    return bits;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "null",
        "true",
        "\"\"",
        "-9223372036854775808",
        "[1,2.5,1.0E300,\"a\\u0000b\\\\\\\"\\n\",{\"k\":[{}]}]",
        "\"\\ud800\"",
        "\"🎈é\"",
      })
  void json_text_comes_back_letter_by_letter(String text) {
    assertThat(Json.text(Json.value(text))).isEqualTo(text);
  }

  @Test
  void numbers_keep_their_value() {
    var numbers =
        new ArrayList<@Nullable Object>(
            Arrays.asList(1, Long.MAX_VALUE, 0.1, 1.0, new BigDecimal("0.10000000000000000001")));
    assertThat(Json.list(Json.text(numbers))).isEqualTo(numbers);
    assertThat(Json.text(Double.NaN)).isEqualTo("\"NaN\"");
    assertThat(Json.value("1e999")).isEqualTo(new BigDecimal("1e999"));
  }

  @Test
  void dates_become_their_iso_text() {
    assertThat(Json.text(Map.of("at", T0))).isEqualTo("{\"at\":\"2026-03-01T08:00:00.000123Z\"}");
    assertThat(Json.text(List.of(Duration.ofSeconds(90)))).isEqualTo("[\"PT1M30S\"]");
  }

  @Test
  void a_value_nested_too_deep_is_refused_and_the_deepest_comes_back() {
    var value = nested(Json.DEPTH_MAX);
    assertThat(Json.value(Json.text(value))).isEqualTo(value);
    assertThatThrownBy(() -> Json.text(nested(Json.DEPTH_MAX + 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1000 levels");
  }

  private static Object nested(int depth) {
    Object value = "deep";
    for (int n = 0; n < depth; n++) {
      value = List.of(value);
    }
    return value;
  }

  @Test
  void log_lines_come_back_and_are_small() {
    var random = new Random(7);
    for (int size : new int[] {1, 2, 30, 3000}) {
      var lines = new ArrayList<Line>();
      for (int n = 0; n < size; n++) {
        lines.add(
            new Line(
                T0.plusMillis(random.nextInt(-5, 1000)),
                any(random, LogLevel.values()),
                n % 7 == 0 ? "other" : "worker-1",
                "row %d of the table: größer als %s".formatted(n, "x".repeat(random.nextInt(40)))));
      }
      var bytes = LogLines.bytes(lines);
      assertThat(LogLines.lines(bytes)).isEqualTo(lines);
      assertThat(bytes.length).isLessThan(90 * size);
    }
    assertThat(LogLines.bytes(List.of(new Line(T0, LogLevel.INFO, "w", "hello"))))
        .hasSizeLessThan(20);
  }

  @Test
  void bytes_that_do_not_shrink_are_left_as_they_are() {
    var noise = new byte[5000];
    new Random(7).nextBytes(noise);
    assertThat(Packed.pack(noise, noise.length)).hasSize(5001);
    assertThat(Packed.unpack(Packed.pack(noise, noise.length))).isEqualTo(noise);
    assertThat(Packed.pack(new byte[100_000], 100_000)).hasSizeLessThan(1000);
    assertThat(Packed.unpack(Packed.pack(new byte[100_000], 100_000))).hasSize(100_000);
    assertThat(Packed.unpack(Packed.pack(new byte[0], 0))).isEmpty();
  }

  @Test
  void storable_text_is_the_same_object_unless_it_has_what_databases_refuse() {
    var fine = "größer 🎈";
    assertThat(Text.storable(fine)).isEqualTo(fine);
    assertThat(Text.storable("a\0\ud83c")).isEqualTo("a\ufffd\ufffd");
  }
}
