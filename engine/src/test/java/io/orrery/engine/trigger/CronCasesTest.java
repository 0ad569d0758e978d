package io.orrery.engine.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.orrery.engine.trigger.corpus.CorpusFile;
import io.orrery.engine.trigger.corpus.CronCases;
import io.orrery.engine.trigger.corpus.Outcome;
import io.orrery.engine.trigger.corpus.Outcome.Verdict;
import io.orrery.model.flow.TriggerDef.DstRule;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CronCasesTest {

  private static final Set<String> AREAS = Set.of("syntax", "next", "previous", "evaluate");

  @Test
  void every_case_that_needs_a_schedule_alone_comes_out_as_written() {
    var outcomes = outcomes(DstRule.ORRERY);
    assertThat(outcomes).filteredOn(o -> o.verdict() == Verdict.PASSED).hasSizeGreaterThan(30);
    assertThat(outcomes).filteredOn(o -> o.verdict() == Verdict.FAILED).isEmpty();
  }

  @Test
  void syntax_never_needs_more_than_a_schedule() {
    assertThat(outcomes(DstRule.ORRERY))
        .filteredOn(o -> o.area().equals("syntax"))
        .isNotEmpty()
        .allMatch(o -> o.verdict() == Verdict.PASSED);
  }

  private static List<Outcome> outcomes(DstRule rule) {
    var file = CorpusFile.find("cron.jsonl");
    assumeTrue(file.isPresent(), "no corpus");
    return CorpusFile.read(file.get()).stream()
        .filter(line -> AREAS.contains(line.get("area").asText()))
        .map(line -> CronCases.run(line, rule))
        .toList();
  }
}
