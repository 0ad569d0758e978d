package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.store.vnode.MetricRow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsTest {
  private static final String URL = "/api/v1/main/metrics/";

  @TempDir Path folder;
  private World world;
  private TaskRunId run;

  @BeforeEach
  void three_values() {
    world = new World(folder);
    world.save(World.HELLO);
    run = new TaskRunId(world.started("hello"), 0);
    measured("say", "words", 2, Duration.ofDays(1));
    measured("say", "words", 4, Duration.ofDays(1));
    measured("other", "time", 9, Duration.ofDays(3));
  }

  private void measured(String task, String name, double value, Duration ago) {
    world.metrics.add(
        new MetricRow(
            new FlowId("demo.team", "hello"),
            run,
            task,
            "counter",
            name,
            value,
            Map.of(),
            World.NOW.minus(ago)));
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void the_metrics_of_an_execution_come_in_pages() {
    var page = world.get(URL + run.execution() + "?size=2");
    assertThat(page.at("total")).isEqualTo(3);
    assertThat(page.at("results.1.value")).hasToString("4.0");
    assertThat(page.at("results.0.name")).isEqualTo("words");
    assertThat(world.get(URL + run.execution() + "?taskId=other").at("total")).isEqualTo(1);
    assertThat(world.get(URL + run.execution() + "?sort=value:desc").at("results.0.value"))
        .hasToString("9.0");
  }

  @Test
  void a_flow_tells_what_it_measures_and_where() {
    assertThat(world.get(URL + "names/demo.team/hello").json()).isEqualTo(List.of("time", "words"));
    assertThat(world.get(URL + "names/demo.team/hello/say").json()).isEqualTo(List.of("words"));
    assertThat(world.get(URL + "tasks/demo.team/hello").json()).isEqualTo(List.of("other", "say"));
  }

  @Test
  void values_are_summed_up_by_day() {
    var sums = world.get(URL + "aggregates/demo.team/hello/words");
    assertThat(sums.at("groupBy")).isEqualTo("day");
    assertThat(sums.at("aggregations.29.value")).hasToString("6.0");
    var averages = world.get(URL + "aggregates/demo.team/hello/say/words?aggregation=avg");
    assertThat(averages.at("aggregations.29.value")).hasToString("3.0");
    assertThat(world.get(URL + "aggregates/demo.team/hello/words?aggregation=x").status())
        .isEqualTo(422);
  }
}
