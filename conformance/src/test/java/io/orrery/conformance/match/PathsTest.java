package io.orrery.conformance.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathsTest {

  private static final Object ROOT =
      Json.object(
          """
          {"uris": {"input.txt": "a", "test/sub/x.txt": "b", "input": {"txt": {"deep": "c"}}},
           "tasks": [{"id": "t0"}, {"id": "t1", "retry": {"type": "constant"}}],
           "matrix": [[1, 2], [3, 4]]}
          """);

  @ParameterizedTest
  @CsvSource({
    "uris.input.txt, a",
    "uris.test/sub/x.txt, b",
    "uris.input.txt.deep, c",
    "tasks[1].retry.type, constant",
    "tasks.1.id, t1",
    "matrix[1][0], 3",
    "tasks[2].id, (absent)",
    "uris.none, (absent)",
    "uris.input.txt.deeper, (absent)",
    "tasks[x], (absent)",
  })
  void the_longest_key_wins(String path, String found) {
    assertThat(String.valueOf(Paths.get(ROOT, path))).isEqualTo(found);
  }
}
