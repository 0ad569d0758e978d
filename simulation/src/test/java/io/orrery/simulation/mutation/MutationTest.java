package io.orrery.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MutationTest {

  private static final Path ROOT = Path.of("..");

  private static List<Mutation> all() throws IOException {
    return Mutation.read(Files.readString(ROOT.resolve("simulation/mutations.txt")));
  }

  @Test
  void every_bug_of_the_list_can_still_be_planted() throws IOException {
    for (var mutation : all()) {
      var source = Files.readString(ROOT.resolve(mutation.file()));
      assertThat(mutation.plantedIn(source)).as(mutation.name()).isNotEqualTo(source);
    }
  }

  @Test
  void there_are_many_and_each_has_a_name_of_its_own() throws IOException {
    assertThat(all()).hasSizeGreaterThanOrEqualTo(25);
    assertThat(all()).extracting(Mutation::name).doesNotHaveDuplicates();
  }

  @Test
  void what_stands_twice_or_nowhere_is_refused() {
    var mutation = new Mutation("m", "F.java", "a;", "b;");
    assertThat(mutation.plantedIn("x a; y")).isEqualTo("x b; y");
    assertThatThrownBy(() -> mutation.plantedIn("a; a;")).hasMessageContaining("exactly once");
    assertThatThrownBy(() -> mutation.plantedIn("c;")).hasMessageContaining("F.java");
  }
}
