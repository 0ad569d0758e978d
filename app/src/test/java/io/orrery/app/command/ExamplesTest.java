package io.orrery.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ExamplesTest {

  @Test
  void the_list_is_the_folder() throws IOException {
    try (var files = Files.list(Path.of("../examples"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              Examples.NAMES.stream().map(name -> name + ".yaml").toList());
    }
  }

  @Test
  void each_is_packed_and_lives_in_the_namespace_of_examples_under_its_own_name() {
    for (var name : Examples.NAMES) {
      assertThat(Examples.text(name)).startsWith("id: " + name + "\nnamespace: examples\n");
    }
  }
}
