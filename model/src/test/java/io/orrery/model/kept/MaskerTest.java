package io.orrery.model.kept;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class MaskerTest {

  private final Masker masker = new Masker();

  @Test
  void every_dress_of_a_secret_is_masked() {
    var secret = "pa\"ss\\wörd & more/+=?";
    masker.add(secret);
    var bytes = secret.getBytes(StandardCharsets.UTF_8);
    for (var dress :
        new String[] {
          secret,
          "pa\\\"ss\\\\wörd & more/+=?",
          URLEncoder.encode(secret, StandardCharsets.UTF_8),
          URLEncoder.encode(secret, StandardCharsets.UTF_8).replace("+", "%20"),
          Base64.getEncoder().encodeToString(bytes),
          Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)
        }) {
      assertThat(masker.mask("<" + dress + ">"))
          .startsWith("<******")
          .endsWith(">")
          .hasSizeLessThan(14);
    }
  }

  @Test
  void a_secret_within_a_base64_text_is_found_wherever_it_begins() {
    masker.add("token-0123456789");
    for (var before : new String[] {"", "a", "ab", "user:", "Basic joe:"}) {
      var text = (before + "token-0123456789" + "tail").getBytes(StandardCharsets.UTF_8);
      var encoded = Base64.getEncoder().encodeToString(text);
      assertThat(masker.mask(encoded)).as(encoded).contains("******");
    }
  }

  @Test
  void of_a_secret_with_many_lines_each_long_line_is_masked() {
    masker.add("-----BEGIN KEY-----\nMIIEowIBAAKCAQEA\nx\n-----END KEY-----\n");
    assertThat(masker.mask("MIIEowIBAAKCAQEA")).isEqualTo("******");
    assertThat(masker.mask("x")).isEqualTo("x");
  }

  @Test
  void the_longer_of_two_secrets_leaves_no_rest() {
    masker.add("abcdef");
    masker.add("abcdefghi");
    assertThat(masker.mask("abcdefghi abcdef")).isEqualTo("****** ******");
  }

  @Test
  void what_is_too_short_to_be_a_secret_is_left_alone() {
    masker.add("");
    masker.add("  ");
    masker.add("a");
    masker.add("ok");
    assertThat(masker.mask("a ok text")).isEqualTo("a ok text");
  }
}
