package io.orrery.bench.stats;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {

  @Test
  void the_median_of_the_rounds_is_the_result_and_the_spread_is_shown() {
    var report = new Report("latency", "sqlite");
    report.add("p50Ms", 3);
    report.add("p50Ms", 1);
    report.add("p50Ms", 2);
    assertThat(report.metrics()).containsExactly(entry("p50Ms", 2.0));
    assertThat(report.text()).contains("latency (sqlite)").contains("(1..3, 3 rounds)");
  }

  @Test
  void what_must_never_happen_shows_when_it_happened_once() {
    var report = new Report("recovery", "sqlite");
    report.worst("lost", 0);
    report.worst("lost", 1);
    report.worst("lost", 0);
    assertThat(report.metrics()).containsEntry("lost", 1.0);
  }

  @Test
  void one_report_is_an_object_and_several_are_a_list() throws JsonProcessingException {
    var one = new Report("idle", "postgresql");
    one.add("rssMb", 120.5);
    var mapper = new ObjectMapper();
    assertThat(mapper.readTree(ReportJson.text(List.of(one))))
        .isEqualTo(
            mapper.readTree(
                """
                {"scenario": "idle", "database": "postgresql", "metrics": {"rssMb": 120.5}}
                """));
    assertThat(mapper.readTree(ReportJson.text(List.of(one, one))).size()).isEqualTo(2);
  }
}
