package io.orrery.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.conformance.cases.CaseSuite;
import io.orrery.conformance.corpus.Corpus;
import io.orrery.conformance.corpus.CorpusFile;
import io.orrery.conformance.report.Verdict;
import io.orrery.conformance.subject.SubjectConfig;
import io.orrery.conformance.subject.Unsupported;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedSubjectsTest {

  private static final String FLOW =
      "\"flowInline\": \"id: f\\nnamespace: n\\ninputs:\\n  - id: who\\n    type: STRING\\ntasks:\\n  - id: hi\\n    type: io.kestra.plugin.core.debug.Return\\n    format: hi {{ inputs.who }}\\n\", \"flowId\": \"f\", \"namespace\": \"n\"";

  @Test
  void cases_are_played_on_a_real_instance(@TempDir Path root) throws IOException {
    Files.writeString(
        root.resolve("cases.jsonl"),
        String.join(
            "\n",
            "{\"id\": \"typed\", "
                + FLOW
                + ", \"inputs\": {\"who\": \"you\"}, \"labels\": {\"a\": \"b\"}, \"expect\": {\"state\": \"SUCCESS\", \"order\": [\"hi\"], \"taskOutputs\": {\"hi\": {\"value\": \"hi you\"}}, \"labels\": {\"a\": \"b\"}}}",
            "{\"id\": \"raw\", "
                + FLOW
                + ", \"inputMode\": \"raw\", \"inputs\": {\"who\": 7}, \"expect\": {\"taskOutputs\": {\"hi\": {\"value\": \"hi 7\"}}}}",
            "{\"id\": \"valid\", "
                + FLOW
                + ", \"action\": [{\"do\": \"validateFlow\"}], \"expect\": {\"valid\": true, \"inputsCount\": 1, \"idsCount\": 1}}",
            "{\"id\": \"http\", "
                + FLOW
                + ", \"action\": [{\"do\": \"http\", \"method\": \"GET\", \"path\": \"/api/v1/flows/n/f\", \"expect\": {\"status\": 200, \"json\": {\"id\": \"f\"}}}], \"expect\": {}}",
            "{\"id\": \"no-route\", "
                + FLOW
                + ", \"action\": [{\"do\": \"http\", \"method\": \"GET\", \"path\": \"/api/v1/no/such/place\", \"expect\": {\"status\": 404}}], \"expect\": {}}"));
    var corpus = new Corpus(root);

    try (var instances = new EmbeddedSubjects()) {
      var results = new CaseSuite(corpus, instances).run(corpus.entries(CorpusFile.CASES));

      assertThat(results)
          .extracting(result -> result.verdict())
          .containsExactly(
              new Verdict.Passed(),
              new Verdict.Passed(),
              new Verdict.Passed(),
              new Verdict.Passed(),
              new Verdict.Unsupported("API route GET /api/v1/no/such/place"));
    }
  }

  @Test
  void a_setting_without_counterpart_is_unsupported() {
    try (var instances = new EmbeddedSubjects()) {
      var config = SubjectConfig.standard().with(Map.of(), Map.of("kestra.unheard-of", true));

      assertThatThrownBy(() -> instances.open(config))
          .isInstanceOf(Unsupported.class)
          .hasMessage("setting kestra.unheard-of");
    }
  }
}
