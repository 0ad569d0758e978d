package io.orrery.model.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.corpus.FakeCatalog;
import io.orrery.model.corpus.FakeChecks;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Task;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Problem;
import java.util.List;

/// Short ways to read a flow in tests.
final class Reads {
  private Reads() {}

  static final FlowReader READER = new FlowReader(new FakeCatalog(), new FakeChecks());
  static final String HEAD = "id: f\nnamespace: n\n";
  static final String TASK = "tasks:\n  - {id: t, type: Return}\n";

  static Flow good(String text) {
    var parsed = READER.read(text);
    assertThat(parsed).as(told(parsed)).isInstanceOf(Parsed.Ok.class);
    return ((Parsed.Ok<Flow>) parsed).value();
  }

  /// A flow whose only task is this one.
  static Task task(String yaml) {
    return good(HEAD + "tasks:\n  - " + yaml.indent(4).strip()).tasks().getFirst();
  }

  /// The refusals, as a person reads them.
  static List<String> refusals(String text) {
    var parsed = READER.read(text);
    assertThat(parsed).isInstanceOf(Parsed.Bad.class);
    return parsed.problems().stream().filter(Problem::refuses).map(it -> it.text("f.yml")).toList();
  }

  static String told(Parsed<?> parsed) {
    return String.join(
        "\n", parsed.problems().stream().map(it -> it.path() + ": " + it.text("f.yml")).toList());
  }
}
