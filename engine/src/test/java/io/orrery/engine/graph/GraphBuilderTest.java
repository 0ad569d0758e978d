package io.orrery.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.execution.Play;
import io.orrery.engine.graph.FlowGraph.Edge;
import io.orrery.engine.graph.FlowGraph.Vertex;
import io.orrery.engine.graph.GraphBuilder.Opened;
import io.orrery.model.state.State;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GraphBuilderTest {

  private static final String LOOP =
      """
      tasks:
        - id: each
          type: ForEach
          values: ["x", "y"]
          concurrencyLimit: %d
          tasks:
            - {id: a, type: Log}
            - {id: b, type: Log}
      """;

  private static FlowGraph of(String yaml, String... opened) {
    var flow = new Opened(Play.of(yaml).plan.flow(), Optional.empty(), List.of());
    return GraphBuilder.draw(flow, Set.of(opened), (_, _) -> Optional.empty());
  }

  private static FlowGraph played(Play play) {
    play.run();
    var flow = new Opened(play.plan.flow(), Optional.of(play.head().id()), List.copyOf(play.all()));
    return GraphBuilder.draw(flow, Set.of(), (_, _) -> Optional.empty());
  }

  /// `source > target` with what the edge says, without the `root.` before each.
  private static List<String> edges(FlowGraph graph) {
    return graph.edges().stream().map(GraphBuilderTest::text).toList();
  }

  private static String text(Edge edge) {
    var text = brief(edge.source()) + " > " + brief(edge.target());
    return text
        + edge.relation().map(it -> " " + it).orElse("")
        + edge.value().map(it -> " " + it).orElse("");
  }

  private static String brief(String uid) {
    return uid.startsWith("root.") ? uid.substring("root.".length()) : uid;
  }

  @Test
  void tasks_follow_each_other_between_the_flow_s_start_and_end() {
    var graph = of("tasks: [{id: a, type: Log}, {id: b, type: Log}]");

    assertThat(edges(graph)).containsExactly("_start > a", "a > b SEQUENTIAL", "b > _end");
    assertThat(graph.clusters()).isEmpty();
  }

  @Test
  void errors_finally_and_what_runs_after_the_end_have_branches_of_their_own() {
    var graph =
        of(
            """
            tasks: [{id: a, type: Log}]
            errors: [{id: e, type: Log}]
            finally: [{id: f, type: Log}]
            afterExecution: [{id: z, type: Log}]
            """);

    assertThat(edges(graph))
        .containsExactlyInAnyOrder(
            "_start > a",
            "_start > e ERROR",
            "a > f FINALLY",
            "e > f FINALLY",
            "f > z AFTER_EXECUTION",
            "z > _end");
    assertThat(graph.nodes().stream().filter(it -> it.branch().isPresent()).map(Vertex::uid))
        .containsExactly("root.e", "root.f", "root.z");
  }

  @Test
  void a_dag_is_drawn_by_its_dependencies() {
    var graph =
        of(
            """
            tasks:
              - id: dag
                type: Dag
                tasks:
                  - {task: {id: a, type: Log}}
                  - {task: {id: b, type: Log}, dependsOn: [a]}
                  - {task: {id: c, type: Log}, dependsOn: [a]}
                  - {task: {id: d, type: Log}, dependsOn: [b, c]}
            """);

    assertThat(edges(graph))
        .containsExactlyInAnyOrder(
            "_start > dag._start",
            "dag._start > dag",
            "dag > dag.a PARALLEL",
            "dag.a > dag.b SEQUENTIAL",
            "dag.a > dag.c SEQUENTIAL",
            "dag.b > dag.d SEQUENTIAL",
            "dag.c > dag.d SEQUENTIAL",
            "dag.d > dag._end",
            "dag._end > _end");
  }

  @Test
  void each_case_of_a_choice_is_named_at_its_edge() {
    var graph =
        of(
            """
            tasks:
              - id: if
                type: If
                condition: "{{ true }}"
                then: [{id: a, type: Log}]
                else: [{id: b, type: Log}, {id: c, type: Log}]
            """);

    assertThat(edges(graph))
        .contains("if > if.a CHOICE then", "if > if.b CHOICE else", "if.b > if.c SEQUENTIAL")
        .contains("if.a > if._end", "if.c > if._end");
  }

  @Test
  void a_loop_that_ran_in_order_is_drawn_value_after_value() {
    var graph = played(Play.of(LOOP.formatted(1)));

    assertThat(edges(graph))
        .contains(
            "each > each.a_x DYNAMIC x",
            "each.a_x > each.a_y DYNAMIC y",
            "each.a_x > each.b_x SEQUENTIAL",
            "each.a_y > each.b_y SEQUENTIAL",
            "each.b_x > each._end",
            "each.b_y > each._end");
  }

  @Test
  void a_loop_that_ran_at_once_is_drawn_value_beside_value() {
    var graph = played(Play.of(LOOP.formatted(0)));

    assertThat(edges(graph)).contains("each > each.a_x DYNAMIC x", "each > each.a_y DYNAMIC y");
  }

  @Test
  void a_loop_over_very_many_values_is_drawn_once() {
    var play =
        Play.of(
            """
            tasks:
              - id: each
                type: ForEach
                values: "{{ range(1, 500) }}"
                tasks: [{id: a, type: Log}]
            """);

    var graph = played(play);

    assertThat(graph.nodes()).hasSize(6);
  }

  @Test
  void a_node_knows_its_newest_task_run_and_what_never_ran_has_none() {
    var play =
        Play.of(
                """
                tasks:
                  - {id: a, type: Log}
                  - {id: b, type: Log}
                """)
            .where(_ -> State.FAILED);

    var graph = played(play);

    assertThat(
            graph.nodes().stream()
                .filter(it -> it.run().isPresent())
                .map(it -> it.uid() + " " + it.run().orElseThrow().state()))
        .containsExactly("root.a FAILED");
  }

  @Test
  void triggers_stand_before_the_flow_in_a_cluster_of_their_own() {
    var graph =
        of(
            """
            tasks: [{id: a, type: Log}]
            triggers:
              - {id: daily, type: Schedule, cron: "@daily"}
              - {id: hourly, type: Schedule, cron: "@hourly"}
            """);

    assertThat(edges(graph))
        .contains(
            "Triggers._start > Triggers.daily",
            "Triggers.daily > Triggers._end",
            "Triggers._end > _start");
    assertThat(graph.clusters()).hasSize(1);
  }

  @Test
  void an_opened_subflow_takes_the_place_of_its_task() {
    var child = Play.of("tasks: [{id: inner, type: Log}]").plan.flow();
    var parent =
        Play.of("tasks: [{id: sub, type: Subflow, namespace: test, flowId: child}]").plan.flow();

    var graph =
        GraphBuilder.draw(
            new Opened(parent, Optional.empty(), List.of()),
            Set.of("root.sub"),
            (_, _) -> Optional.of(new Opened(child, Optional.empty(), List.of())));

    assertThat(edges(graph))
        .containsExactlyInAnyOrder(
            "_start > sub._start",
            "sub._start > sub",
            "sub > sub.inner",
            "sub.inner > sub._end",
            "sub._end > _end");
    assertThat(graph.clusters())
        .extracting(FlowGraph.Cluster::uid)
        .containsExactly("cluster_root.sub");
  }
}
