package io.orrery.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.conformance.corpus.CorpusFile;
import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Mismatch;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {

  private static Result result(CorpusFile file, String id, String area, Verdict verdict) {
    return new Result(new Entry(file, id, area, Map.of("id", id)), verdict);
  }

  private final Report report =
      new Report(
          List.of(
              result(CorpusFile.CASES, "a.1", "a", new Verdict.Passed()),
              result(
                  CorpusFile.CASES,
                  "a.2",
                  "a",
                  new Verdict.Failed(
                      List.of(
                          new Mismatch("state", "\"SUCCESS\"", "\"FAILED\""),
                          new Mismatch("", "1", "2")))),
              result(CorpusFile.CASES, "b.1", "b", new Verdict.Unsupported("listeners")),
              result(CorpusFile.CRON, "c.1", "a", new Verdict.Passed())));

  @Test
  void unsupported_is_a_miss_and_not_passed() {
    assertThat(report.total()).isEqualTo(new Tally(2, 1, 1));
    assertThat(report.total().clean()).isFalse();
    assertThat(report.misses()).extracting(miss -> miss.entry().id()).containsExactly("a.2", "b.1");
  }

  @Test
  void the_text_ends_with_the_totals_and_tells_each_miss() {
    assertThat(report.text())
        .endsWith("\n2 passed, 1 failed, 1 unsupported\n")
        .contains("failed       a.2", "state", "expected  \"SUCCESS\"", "got       \"FAILED\"")
        .contains("unsupported  b.1: listeners")
        .containsPattern("cases +a +1 +1 +0\n")
        .containsPattern("cases +\\(all\\) +1 +1 +1\n");
  }

  @Test
  void the_json_counts_by_file_and_area_and_lists_the_misses() {
    var json = Json.object(report.json());

    assertThat(json.get("files"))
        .isEqualTo(
            Json.read(
                """
                {"cases": {"areas": {
                   "a": {"passed": 1, "failed": 1, "unsupported": 0},
                   "b": {"passed": 0, "failed": 0, "unsupported": 1}}},
                 "cron": {"areas": {"a": {"passed": 1, "failed": 0, "unsupported": 0}}}}
                """));
    assertThat(json.get("misses"))
        .isEqualTo(
            Json.read(
                """
                [{"id": "a.2", "file": "cases", "area": "a",
                  "expected": "state: \\"SUCCESS\\"; 1", "got": "state: \\"FAILED\\"; 2"},
                 {"id": "b.1", "file": "cases", "area": "b",
                  "expected": "", "got": "unsupported: listeners"}]
                """));
  }
}
