package io.orrery.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsTest {

  @Test
  void a_directory_an_area_and_a_file_for_json_are_read(@TempDir Path corpus) {
    var options = Options.of(List.of(corpus.toString(), "--area", "retry", "--json", "out.json"));

    assertThat(options.corpus()).isEqualTo(corpus);
    assertThat(options.json()).contains(Path.of("out.json"));
    assertThat(options.wants("retry.random", "retry")).isTrue();
    assertThat(options.wants("kill.running", "kill")).isFalse();
  }

  @Test
  void an_id_names_an_entry_or_a_family_of_them(@TempDir Path corpus) {
    var options = Options.of(List.of("--id", "api.kv", corpus.toString()));

    assertThat(options.wants("api.kv", "api")).isTrue();
    assertThat(options.wants("api.kv.missing", "api")).isTrue();
    assertThat(options.wants("api.kvx", "api")).isFalse();
  }

  @Test
  void what_cannot_be_understood_is_said(@TempDir Path corpus) {
    assertThatThrownBy(() -> Options.of(List.of())).hasMessage("no directory given");
    assertThatThrownBy(() -> Options.of(List.of("--json"))).hasMessage("--json needs a value");
    assertThatThrownBy(() -> Options.of(List.of(corpus.toString(), "--fast")))
        .hasMessage("unknown option --fast");
    assertThatThrownBy(() -> Options.of(List.of(corpus.resolve("gone").toString())))
        .hasMessageEndingWith("is not a directory");
    assertThat(Main.run(List.of("--fast"))).isEqualTo(2);
  }

  @Test
  void a_directory_without_entries_is_clean_and_one_with_a_miss_is_not(@TempDir Path corpus)
      throws IOException {
    assertThat(Main.run(List.of(corpus.toString()))).isZero();

    Files.writeString(
        corpus.resolve("cases.jsonl"),
        """
        {"id": "x", "area": "none", "action": [{"do": "somersault"}], "expect": {}}
        """);
    var json = corpus.resolve("out.json");
    assertThat(Main.run(List.of(corpus.toString(), "--json", json.toString()))).isEqualTo(1);
    assertThat(Files.readString(json)).contains("\"unsupported\" : 1", "\"id\" : \"x\"");
  }
}
