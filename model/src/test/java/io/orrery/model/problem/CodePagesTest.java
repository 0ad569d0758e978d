package io.orrery.model.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CodePagesTest {
  /// Tests run in the folder of their module.
  private static final Path PAGES = Path.of("..", "docs", "errors");

  @ParameterizedTest
  @EnumSource(Code.class)
  void every_code_has_a_page_with_an_example_and_a_mend(Code code) throws IOException {
    var page = Files.readString(PAGES.resolve(code.id() + ".md"));
    assertThat(page).startsWith("# " + code.id() + ": ").contains("## Example", "## Mend");
  }

  @Test
  void every_page_is_of_a_code() throws IOException {
    try (var pages = Files.list(PAGES)) {
      var known = Arrays.stream(Code.values()).map(code -> code.id() + ".md").toList();
      assertThat(pages.map(page -> page.getFileName().toString())).allMatch(known::contains);
    }
  }

  @Test
  void a_number_is_used_once() {
    assertThat(Arrays.stream(Code.values()).map(Code::id)).doesNotHaveDuplicates();
  }
}
