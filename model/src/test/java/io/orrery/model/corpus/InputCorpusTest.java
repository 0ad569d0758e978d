package io.orrery.model.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.orrery.model.yaml.FlowReader;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class InputCorpusTest {

  @TestFactory
  Stream<DynamicTest> inputs_come_out_as_in_kestra() {
    var corpus = Corpus.present();
    assumeTrue(corpus.isPresent(), "no conformance corpus here");
    var cases =
        new InputCases(new FlowReader(new FakeCatalog(), new FakeChecks()), new FakeRendering());
    var chosen = corpus.orElseThrow().cases().stream().filter(InputCases::answers).toList();
    assertThat(chosen).hasSizeGreaterThan(20);
    return chosen.stream()
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.id(), () -> assertThat(cases.run(one, corpus.orElseThrow())).isEmpty()));
  }
}
