package io.orrery.model.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Problem;
import io.orrery.model.yaml.FlowReader;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ValidationCorpusTest {
  private final FlowReader reader = new FlowReader(new FakeCatalog(), new FakeChecks());

  private static Corpus corpus() {
    var corpus = Corpus.present();
    assumeTrue(corpus.isPresent(), "no conformance corpus here");
    return corpus.orElseThrow();
  }

  @TestFactory
  Stream<DynamicTest> cases_about_validity_come_out_as_in_kestra() {
    var corpus = corpus();
    var cases = new ValidationCases(reader);
    var chosen =
        corpus.cases().stream()
            .filter(it -> it.area().equals("validation") || it.does("validateFlow"))
            .toList();
    assertThat(chosen).hasSizeGreaterThan(70);
    return chosen.stream()
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.id(), () -> assertThat(cases.run(one, corpus)).isEmpty()));
  }

  @TestFactory
  Stream<DynamicTest> invalid_flows_are_refused_with_a_place() {
    var corpus = corpus();
    return corpus.flows("flows/invalids").stream()
        .map(
            file ->
                DynamicTest.dynamicTest(
                    file,
                    () -> {
                      var parsed = reader.read(corpus.text(file));
                      assertThat(parsed).isInstanceOf(Parsed.Bad.class);
                      assertThat(parsed.problems()).allMatch(problem -> problem.at().known());
                    }));
  }

  @TestFactory
  Stream<DynamicTest> valid_flows_are_read_or_only_miss_types_of_later_versions() {
    var corpus = corpus();
    return Stream.of("flows/valids", "flows/tests")
        .flatMap(folder -> corpus.flows(folder).stream())
        .map(
            file ->
                DynamicTest.dynamicTest(
                    file,
                    () -> {
                      var parsed = reader.read(corpus.text(file));
                      if (ValidationCases.onlyMissesTypes(parsed)) return;
                      assertThat(parsed)
                          .as(ValidationCases.said(parsed.problems()))
                          .isInstanceOf(Parsed.Ok.class);
                    }));
  }

  @Test
  void the_valid_flows_that_cannot_be_read_yet_are_these() {
    var corpus = corpus();
    var missing = new TreeSet<String>();
    for (var file : corpus.flows("flows/valids")) {
      var parsed = reader.read(corpus.text(file));
      if (ValidationCases.onlyMissesTypes(parsed))
        missing.add(file.substring("flows/valids/".length()));
    }
    assertThat(missing)
        .allMatch(
            file ->
                file.matches("(all-flowable|for-each-item.*|waitfor.*|working-directory.*).ya?ml"));
  }

  @Test
  void refused_flows_of_other_cases_are_listed_here() {
    var corpus = corpus();
    List<String> refused =
        corpus.cases().stream()
            .filter(it -> !it.area().equals("validation") && it.body().has("flowInline"))
            .filter(it -> !it.expect().path("valid").isBoolean())
            .filter(
                it ->
                    reader.read(corpus.source(it)) instanceof Parsed.Bad<?> bad
                        && !ValidationCases.onlyMissesTypes(bad))
            .map(
                it ->
                    it.id()
                        + "\n"
                        + ValidationCases.said(
                            reader.read(corpus.source(it)).problems().stream()
                                .filter(Problem::refuses)
                                .toList()))
            .toList();
    assertThat(refused).isEmpty();
  }
}
