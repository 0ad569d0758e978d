package io.orrery.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.conformance.corpus.Corpus;
import io.orrery.conformance.corpus.CorpusFile;
import io.orrery.conformance.subject.SubjectConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaseSuiteTest {

  private static final String SIMPLE =
      "\"flow\": \"f.yaml\", \"expect\": {\"state\": \"SUCCESS\"}}";

  @Test
  void cases_that_disturb_nobody_share_an_instance_and_others_get_their_own(@TempDir Path root)
      throws IOException {
    Files.writeString(root.resolve("f.yaml"), "id: f\nnamespace: n\n");
    Files.writeString(
        root.resolve("cases.jsonl"),
        String.join(
            "\n",
            "{\"id\": \"1\", " + SIMPLE,
            "{\"id\": \"2\", " + SIMPLE,
            "{\"id\": \"3\", \"setup\": {\"env\": {\"A\": \"b\"}}, " + SIMPLE,
            "{\"id\": \"4\", \"action\": [{\"do\": \"sleep\", \"ms\": 1}], \"expect\": {}}"));
    var corpus = new Corpus(root);
    var opened = new CopyOnWriteArrayList<FakeSubject>();
    var suite =
        new CaseSuite(
            corpus,
            config -> {
              var subject = new FakeSubject();
              opened.add(subject);
              return subject;
            });

    var results = suite.run(corpus.entries(CorpusFile.CASES));

    assertThat(results)
        .extracting(result -> result.entry().id())
        .containsExactly("1", "2", "3", "4");
    assertThat(opened).hasSize(3).allMatch(subject -> subject.closed);
  }

  @Test
  void secrets_described_in_words_are_encoded() {
    var config =
        SubjectConfig.standard()
            .with(
                Map.of(
                    "SECRET_A", "secretKey in base64",
                    "SECRET_B", "base64 of ab repeated 40 times, wrapped over several lines"),
                Map.of("kestra.url", "http://localhost:8081"));

    assertThat(config.environment()).containsEntry("SECRET_A", "c2VjcmV0S2V5");
    var wrapped = config.environment().getOrDefault("SECRET_B", "");
    assertThat(wrapped.lines().toList()).hasSizeGreaterThan(1);
    assertThat(new String(Base64.getMimeDecoder().decode(wrapped), StandardCharsets.UTF_8))
        .isEqualTo("ab".repeat(40));
    assertThat(config.settings()).containsEntry("kestra.url", "http://localhost:8081");
    assertThat(config).isNotEqualTo(SubjectConfig.standard());
    assertThat(List.of(SubjectConfig.standard())).containsExactly(SubjectConfig.standard());
  }
}
