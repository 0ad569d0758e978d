package io.orrery.server.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageFilesTest {
  private final PageFiles files = new PageFiles("page-under-test/");

  @Test
  void files_come_from_their_folder_with_their_compressed_forms() {
    assertThat(files.bytes("assets/app-1.js", "")).hasValue("plain\n".getBytes(UTF_8));
    assertThat(files.bytes("assets/app-1.js", ".br")).hasValue("brotli\n".getBytes(UTF_8));
    assertThat(files.bytes("assets/app-2.js", "")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../io/orrery/server/Api.class",
        "assets/../../io/orrery/server/Api.class",
        "/index.html",
        "assets//app-1.js",
        "assets",
        "assets/",
        ".hidden",
        "a\\b",
        ""
      })
  void nothing_outside_of_the_folder_is_a_file(String path) {
    assertThat(files.bytes(path, "")).isEmpty();
  }

  @Test
  void scripts_in_a_page_are_allowed_by_their_hash_and_those_beside_it_are_not_counted() {
    var hashes = PageFiles.scriptHashes(files.bytes("index.html", "").orElseThrow());

    assertThat(hashes).isEqualTo(" 'sha256-LAfYd7pbFUgwfQu8b4q135PeTG2z+/coPEUYCd74eCQ='");
  }
}
