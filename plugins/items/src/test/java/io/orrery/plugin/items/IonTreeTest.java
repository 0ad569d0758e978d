package io.orrery.plugin.items;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IonTreeTest {

  private static String text(@Nullable Object value) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var writer = IonTextWriterBuilder.standard().build(out)) {
      IonTree.write(value, writer);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static @Nullable Object back(@Nullable Object value) throws IOException {
    try (var reader = IonReaderBuilder.standard().build(text(value))) {
      reader.next();
      return IonTree.read(reader);
    }
  }

  @Test
  void a_tree_comes_back_as_it_was_written() throws IOException {
    var tree = new LinkedHashMap<String, @Nullable Object>();
    tree.put("text", "it's \"quoted\"\nand ünïcode 🎈");
    tree.put("none", null);
    tree.put("truth", true);
    tree.put("small", 7);
    tree.put("long", Long.MAX_VALUE);
    tree.put("huge", new BigInteger("123456789012345678901234567890"));
    tree.put("float", 1.5);
    tree.put("decimal", new BigDecimal("12.340"));
    tree.put("list", Arrays.asList(1, null, Map.of("deep", List.of())));
    assertThat(back(tree)).isEqualTo(tree);
  }

  @Test
  void moments_become_timestamps_and_keep_what_they_say() throws IOException {
    assertThat(text(Instant.parse("2026-03-01T10:15:30.123456Z")))
        .isEqualTo("2026-03-01T10:15:30.123456Z");
    assertThat(text(Instant.parse("2026-03-01T10:15:00Z"))).startsWith("2026-03-01T10:15:00");
    assertThat(text(ZonedDateTime.parse("2026-03-01T10:15:30+02:00[Europe/Helsinki]")))
        .startsWith("2026-03-01T10:15:30")
        .endsWith("+02:00");
    assertThat(text(LocalDate.of(2026, 3, 1))).isEqualTo("2026-03-01");
    for (var at : List.of("1969-12-31T23:59:59.999999999Z", "2026-03-01T10:15:30Z")) {
      assertThat(back(Instant.parse(at))).isEqualTo(Instant.parse(at));
    }
    assertThat(back(LocalDate.of(2026, 3, 1))).isEqualTo(LocalDate.of(2026, 3, 1));
  }

  @Test
  void what_ion_has_no_type_for_goes_as_its_text() throws IOException {
    assertThat(back(LocalTime.of(10, 15))).isEqualTo("10:15");
    assertThat(back(Duration.ofMinutes(90))).isEqualTo("PT1H30M");
    assertThat(back(new int[] {1, 2})).isEqualTo(List.of(1, 2));
    assertThat((byte[]) back(new byte[] {1, -1})).containsExactly(1, -1);
  }
}
