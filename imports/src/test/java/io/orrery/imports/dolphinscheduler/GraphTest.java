package io.orrery.imports.dolphinscheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.orrery.imports.dolphinscheduler.Exported.Edge;
import io.orrery.imports.dolphinscheduler.Exported.Step;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GraphTest {

  private static Graph graph(int steps, Edge... edges) {
    var nothing = new JsonPart(MissingNode.getInstance(), "$");
    return new Graph(
        LongStream.rangeClosed(1, steps)
            .mapToObj(code -> new Step(code, "t" + code, "SHELL", nothing, nothing))
            .toList(),
        List.of(edges));
  }

  private static Optional<String> branch(Edge edge) {
    return edge.from() == 1 ? Optional.of("to" + edge.to()) : Optional.empty();
  }

  @Test
  void tasks_one_after_another_are_a_row() {
    assertThat(graph(3, new Edge(3, 1), new Edge(1, 2)).isRow()).isTrue();
    assertThat(graph(3, new Edge(1, 2)).isRow()).isFalse();
    assertThat(graph(3, new Edge(1, 2), new Edge(1, 3)).isRow()).isFalse();
    assertThat(graph(3, new Edge(3, 1), new Edge(1, 2)).ordered().orElseThrow())
        .extracting(Step::code)
        .containsExactly(3L, 1L, 2L);
  }

  @Test
  void a_circle_has_no_order() {
    assertThat(graph(2, new Edge(1, 2), new Edge(2, 1)).ordered()).isEmpty();
  }

  @Test
  void what_follows_a_branch_lies_on_it_and_a_join_on_all() {
    var graph =
        graph(5, new Edge(1, 2), new Edge(1, 3), new Edge(2, 4), new Edge(4, 5), new Edge(3, 5));
    var ways = graph.ways(GraphTest::branch);
    assertThat(Graph.runIf(ways.getOrDefault(1L, Set.of()))).isEmpty();
    assertThat(Graph.runIf(ways.getOrDefault(4L, Set.of()))).contains("{{ to2 }}");
    assertThat(Graph.runIf(ways.getOrDefault(5L, Set.of()))).contains("{{ to2 or to3 }}");
  }

  @Test
  void a_task_that_also_follows_one_off_the_branches_always_runs() {
    var graph = graph(4, new Edge(1, 2), new Edge(2, 4), new Edge(3, 4));
    assertThat(graph.ways(GraphTest::branch).get(4L)).isEqualTo(Set.of(Set.of()));
  }
}
