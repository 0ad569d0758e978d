package io.orrery.engine.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.orrery.engine.trigger.corpus.CorpusFile;
import io.orrery.engine.trigger.corpus.CronVectors;
import io.orrery.engine.trigger.corpus.Outcome;
import org.junit.jupiter.api.Test;

class CronVectorsTest {

  @Test
  void every_vector_of_the_corpus_comes_out_as_written() {
    var file = CorpusFile.find("cron-vectors.jsonl");
    assumeTrue(file.isPresent(), "no corpus");
    var outcomes =
        CorpusFile.read(file.get()).stream().flatMap(v -> CronVectors.run(v).stream()).toList();
    assertThat(outcomes).hasSizeGreaterThan(100);
    assertThat(outcomes).filteredOn(o -> o.verdict() != Outcome.Verdict.PASSED).isEmpty();
  }
}
