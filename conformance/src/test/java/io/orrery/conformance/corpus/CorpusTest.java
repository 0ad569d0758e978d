package io.orrery.conformance.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusTest {

  @Test
  void a_missing_file_has_no_entries(@TempDir Path root) {
    assertThat(new Corpus(root).entries(CorpusFile.CRON)).isEmpty();
  }

  @Test
  void entries_come_in_order_and_those_without_an_area_count_by_dialect(@TempDir Path root)
      throws IOException {
    Files.writeString(
        root.resolve("cron-vectors.jsonl"),
        """
        {"id": "one", "dialect": "quartz"}

        {"id": "two", "area": "gaps", "inferred": true}
        {"cron": "* * * * *"}
        """);

    var entries = new Corpus(root).entries(CorpusFile.CRON_VECTORS);

    assertThat(entries).extracting(Entry::id).containsExactly("one", "two", "cron-vectors:4");
    assertThat(entries).extracting(Entry::area).containsExactly("quartz", "gaps", "all");
    assertThat(entries).extracting(Entry::inferred).containsExactly(false, true, false);
  }

  @Test
  void a_line_that_is_no_object_is_named(@TempDir Path root) throws IOException {
    Files.writeString(root.resolve("cases.jsonl"), "{\"id\": \"a\"}\n[1]\n");

    assertThatThrownBy(() -> new Corpus(root).entries(CorpusFile.CASES))
        .hasMessageContaining("cases.jsonl:2:");
  }

  @Test
  void nothing_outside_of_the_directory_is_read(@TempDir Path root) {
    assertThatThrownBy(() -> new Corpus(root).text("../secret"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
