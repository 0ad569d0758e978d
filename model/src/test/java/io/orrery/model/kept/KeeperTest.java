package io.orrery.model.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeeperTest {

  private static final String SECRET = "correct-horse";

  /// Pads and encodes; refuses what it did not make.
  private static final Keeper.Key KEY =
      new Keeper.Key() {
        @Override
        public String seal(String plain) {
          return Base64.getEncoder()
              .encodeToString(("key" + plain + " ".repeat(40)).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String open(String cipher) {
          var text = new String(Base64.getDecoder().decode(cipher), StandardCharsets.UTF_8);
          if (!text.startsWith("key")) {
            throw new IllegalStateException("another key");
          }
          return text.substring(3).stripTrailing();
        }
      };

  /// Remembers what is put, under a name that counts.
  private static final class Files implements Keeper.Shelf {
    private final List<Object> put = new ArrayList<>();
    private int reads;

    @Override
    public long bytesMax() {
      return 1024 * 1024;
    }

    @Override
    public Object read(String file) {
      reads++;
      return file.startsWith("f")
          ? put.get(Integer.parseInt(file.substring(1)))
          : Map.of("file", file, "inner", List.of(1, 2));
    }

    @Override
    public String put(String folder, @Nullable Object value) {
      put.add(Objects.requireNonNull(value));
      return "f" + (put.size() - 1);
    }
  }

  private final Keeper keeper = new Keeping(KEY, new Files()).keeper();

  private static Keeper another() {
    return new Keeping(KEY, new Files()).keeper();
  }

  @Test
  void only_texts_that_hold_a_secret_are_sealed() {
    keeper.masker().add(SECRET);
    var kept =
        keeper.members(Map.of("a", "user:" + SECRET, "b", List.of("plain", 7), "c", "plain"));
    assertThat(kept).containsEntry("b", List.of("plain", 7)).containsEntry("c", "plain");
    assertThat(String.valueOf(kept.get("a"))).startsWith("sealed:").endsWith(":user:******");
    assertThat(Kept.shown(kept).get("a")).isEqualTo("user:******");
    assertThat(kept.toString()).doesNotContain(SECRET);
  }

  @Test
  void who_opens_a_sealed_text_knows_each_secret_in_it() {
    keeper.masker().add(SECRET);
    var kept = keeper.members(Map.of("a", Map.of("deep", "user:" + SECRET)));
    var later = another();
    var opened = Opened.map(kept, later);
    assertThat(later.masker().isEmpty()).isTrue();
    assertThat(opened).isEqualTo(Map.of("a", Map.of("deep", "user:correct-horse")));
    assertThat(later.masker().mask("now " + SECRET)).isEqualTo("now ******");
    assertThat(later.masker().mask("user:")).isEqualTo("user:");
  }

  @Test
  void a_number_that_is_a_secret_is_sealed_and_a_key_is_masked() {
    keeper.masker().addAll(List.of("918273", SECRET));
    var kept = keeper.members(Map.of(SECRET, 918273));
    assertThat(Kept.shown(kept)).isEqualTo(Map.of("******", "******"));
    assertThat(Opened.map(kept, another()).get("******")).isEqualTo("918273");
  }

  @Test
  void without_a_key_a_secret_is_lost_rather_than_told() {
    var keyless =
        new Keeper(
            new Masker(),
            new Keeper.Key() {
              @Override
              public String seal(String plain) {
                throw new IllegalStateException("no key");
              }

              @Override
              public String open(String cipher) {
                throw new IllegalStateException("no key");
              }
            },
            new Files());
    keyless.masker().add(SECRET);
    assertThat(keyless.kept("user:" + SECRET)).isEqualTo("user:******");
  }

  @Test
  void a_loop_over_secrets_is_looked_up_by_the_plain_one() {
    keeper.masker().add(SECRET);
    var outputs = new LinkedHashMap<String, Object>();
    outputs.put(keeper.text(SECRET), Map.of("value", "x"));
    outputs.put("other", Map.of("value", "y"));
    var opened = Opened.map(outputs, another());
    assertThat(opened.get(SECRET)).isEqualTo(Map.of("value", "x"));
    assertThat(opened.containsKey(SECRET)).isTrue();
    assertThat(opened.get("unknown")).isNull();
    assertThat(opened.keySet()).containsExactly(SECRET, "other");
  }

  @Test
  void what_is_put_aside_is_read_when_it_is_asked_for() {
    var file = "kestra:///a/b.json";
    var aside = new Kept.Aside(300_000, KEY.seal(file), file).text();
    assertThat(Kept.shown((Object) List.of(aside))).isEqualTo(List.of(file));
    var opened = Opened.map(Map.of("big", aside), keeper);
    assertThat(opened.get("big")).isEqualTo(Map.of("file", file, "inner", List.of(1, 2)));
    assertThat(Opened.map(Map.of("", aside), keeper).get("inner")).isEqualTo(List.of(1, 2));
  }

  @Test
  void texts_that_only_look_alike_are_texts() {
    for (var text :
        List.of(
            "sealed:",
            "sealed:abc",
            "sealed: the deal",
            "aside:1",
            "aside:x:" + "A".repeat(40) + ":f",
            "sealed:" + "A".repeat(41),
            "aside::" + "A".repeat(40) + ":f")) {
      assertThat(Kept.of(text)).as(text).isEmpty();
      assertThat(Opened.of(text, keeper)).isEqualTo(text);
      assertThat(Kept.shown(text)).isEqualTo(text);
    }
  }

  @Test
  void what_another_key_sealed_is_refused_in_words() {
    var foreign = "sealed:" + "A".repeat(40);
    assertThatThrownBy(() -> Opened.of(foreign, keeper))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another key");
  }

  @Test
  void what_is_too_large_for_a_record_is_put_aside_and_read_once() {
    var files = new Files();
    var writer = new Keeping(KEY, files).keeper();
    var large = "x".repeat(300_000);
    var kept = writer.recorded("the outputs", "/a", Map.of("big", large, "small", "s"));
    assertThat(Sizes.of(kept)).isLessThan(1000);
    assertThat(Kept.shown(kept)).isEqualTo(Map.of("big", "f0", "small", "s"));
    var opened = Opened.map(kept, new Keeping(KEY, files).keeper());
    assertThat(opened.get("small")).isEqualTo("s");
    assertThat(files.reads).isZero();
    assertThat(opened.get("big")).isEqualTo(large);
    assertThat(opened.get("big")).isEqualTo(large);
    assertThat(files.reads).isEqualTo(1);
  }

  @Test
  void very_many_small_members_are_put_aside_together() {
    var files = new Files();
    var many = new LinkedHashMap<String, Object>();
    for (int i = 0; i < 30_000; i++) {
      many.put("k" + i, i);
    }
    var kept = new Keeping(KEY, files).keeper().recorded("the outputs", "/a", many);
    assertThat(kept).containsOnlyKeys("");
    assertThat(Opened.map(kept, new Keeping(KEY, files).keeper())).isEqualTo(many);
  }

  @Test
  void more_than_the_instance_allows_is_refused_with_size_and_limit() {
    var huge = Map.of("big", "x".repeat(3 * 1024 * 1024));
    assertThatThrownBy(() -> keeper.recorded("the outputs", "/a", huge))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the outputs are 3 MiB, more than the limit of 1 MiB: ");
  }
}
