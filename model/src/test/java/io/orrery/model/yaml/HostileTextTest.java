package io.orrery.model.yaml;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.orrery.model.corpus.FakeCatalog;
import io.orrery.model.corpus.FakeChecks;
import io.orrery.model.flow.Flow;
import io.orrery.model.problem.Code;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// No text may make the reader throw or run away. The time limits are those of a hang, not of
/// speed.
class HostileTextTest {
  private static final Duration HANG = ofMinutes(2);
  private static final String HEAD = "id: f\nnamespace: n\n";
  private static final String FLOW =
      """
      id: sample
      namespace: a.b
      labels: {team: data, system.readOnly: true}
      inputs:
        - {id: name, type: STRING, validator: "[a-z]+", dependsOn: {inputs: [size], condition: "{{ inputs.size equals '1' }}"}}
        - {id: size, type: INT, min: 1, max: 10, defaults: 3}
      variables: {x: [1, 2.5, null, ~, yes], y: &y {z: "é"}, w: *y, v: {<<: *y, u: 1}}
      pluginDefaults:
        - {type: io.kestra.plugin.core.log, values: {level: WARN}}
      triggers:
        - {id: s, type: io.kestra.plugin.core.trigger.Schedule, cron: "0 9 * * *", timezone: Europe/Paris, dst: {gap: SKIP}}
        - {id: w, type: io.kestra.plugin.core.trigger.Webhook, key: k}
      tasks:
        - id: each
          type: io.kestra.plugin.core.flow.ForEach
          values: [1, 2]
          tasks:
            - id: log
              type: io.kestra.plugin.core.log.Log
              message: |
                hello {{ taskrun.value }}
              retry: {type: constant, interval: PT1S, maxAttempts: 3}
        - id: dag
          type: io.kestra.plugin.core.flow.Dag
          tasks:
            - task: {id: d1, type: Return, format: x}
            - task: {id: d2, type: Return, format: y}
              dependsOn: [d1]
        - id: choose
          type: io.kestra.plugin.core.flow.Switch
          value: "{{ inputs.name }}"
          cases:
            a: [{id: ca, type: Return}]
          defaults: [{id: cd, type: Return}]
      """;

  private final FlowReader reader = new FlowReader(new FakeCatalog(), new FakeChecks());

  private Parsed<Flow> read(String text) {
    return assertTimeoutPreemptively(HANG, () -> reader.read(text));
  }

  private static List<Code> codes(Parsed<?> parsed) {
    return parsed.problems().stream().filter(Problem::refuses).map(Problem::code).toList();
  }

  @Test
  void the_sample_is_a_good_flow() {
    assertThat(read(FLOW)).isInstanceOf(Parsed.Ok.class);
  }

  @Test
  void any_beginning_of_a_flow_gives_an_answer() {
    for (int length = 0; length < FLOW.length(); length++) {
      assertThat(read(FLOW.substring(0, length))).isNotNull();
    }
  }

  @Test
  void a_flow_with_letters_changed_gives_an_answer() {
    var letters = "\u0000\t\n :-{}[]&*!|>'\"%@`#,?~<.é😀0aA\\".codePoints().toArray();
    for (long seed = 0; seed < 1000; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder(FLOW);
      for (int i = 0; i <= random.nextInt(6); i++) {
        int at = random.nextInt(text.length());
        var letter = Character.toString(letters[random.nextInt(letters.length)]);
        switch (random.nextInt(3)) {
          case 0 -> text.insert(at, letter);
          case 1 -> text.replace(at, at + 1, letter);
          default -> text.delete(at, Math.min(text.length(), at + random.nextInt(20)));
        }
      }
      assertThat(reader.read(text.toString())).as("seed %d", seed).isNotNull();
    }
  }

  @Test
  void a_flow_with_parts_of_lines_shuffled_gives_an_answer() {
    for (long seed = 0; seed < 500; seed++) {
      var random = new Random(seed);
      var lines = new ArrayList<>(FLOW.lines().toList());
      for (int i = 0; i < 3; i++) {
        lines.set(
            random.nextInt(lines.size()),
            " ".repeat(random.nextInt(8)) + lines.get(random.nextInt(lines.size())).strip());
      }
      assertThat(reader.read(String.join("\n", lines))).as("seed %d", seed).isNotNull();
    }
  }

  @Test
  void a_value_of_the_wrong_kind_anywhere_gives_an_answer() {
    var values =
        List.of(
            "",
            "~",
            "1",
            "true",
            "text",
            "[]",
            "{}",
            "[1]",
            "[[]]",
            "[{}]",
            "{a: 1}",
            "[{id: 1}]",
            "{{ x }}");
    var lines = FLOW.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i);
      int colon = line.indexOf(": ");
      var key = colon > 0 ? line.substring(0, colon) : line.replaceAll(":$", "");
      for (var value : values) {
        var changed = new ArrayList<>(lines);
        changed.set(i, key + ": " + value);
        assertThat(reader.read(String.join("\n", changed))).as("%s: %s", key, value).isNotNull();
      }
    }
  }

  @Test
  void random_characters_give_an_answer() {
    for (long seed = 0; seed < 1000; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder();
      int length = random.nextInt(200);
      for (int i = 0; i < length; i++)
        text.append((char) random.nextInt(random.nextBoolean() ? 128 : 65536));
      assertThat(reader.read(text.toString())).as("seed %d", seed).isInstanceOf(Parsed.Bad.class);
    }
  }

  @TestFactory
  Stream<DynamicTest> large_and_deep_texts_are_refused_with_a_place() {
    int mega = 1_000_000;
    return Stream.of(
            text("brackets", HEAD + "variables: " + "[".repeat(mega)),
            text("braces", HEAD + "variables: " + "{a: ".repeat(mega)),
            text("dashes", "- ".repeat(mega)),
            text("question marks", "? ".repeat(mega)),
            text("question marks in lines", "?\n".repeat(mega)),
            text("tags", "!a ".repeat(mega)),
            text("anchors", "&a ".repeat(mega)),
            text("quotes", "'".repeat(mega + 1)),
            text("no end of a quote", "id: \"" + "a\n".repeat(mega)),
            text("deeper and deeper", deeper(5000)),
            text("eleven million characters", HEAD + "description: " + "a".repeat(11_000_000)),
            text("a million list items", HEAD + "variables:\n  x:\n" + "    - a\n".repeat(mega)),
            text("a million unknown keys", unknownKeys(300_000)),
            text("alias bomb", bomb()),
            text("alias of itself", HEAD + "variables: &a\n  x: *a\n"),
            text("chain of aliases", chain(2000)),
            text("a hundred thousand unknown tasks", unknownTasks(60_000)),
            text("unknown tasks with long names", unknownTasks("x".repeat(150), 20_000)),
            text("the same id over and over", sameIds(40_000)),
            text("long key over many items", longKey(900_000, 50_000)),
            text("inputs that need each other", inputs(40_000)),
            text("defaults that hold their own type", selfDefault()),
            text("many defaults for many tasks", manyDefaults(2000, 2000)))
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.name(),
                    () -> {
                      var parsed = read(one.text());
                      assertThat(parsed).isInstanceOf(Parsed.Bad.class);
                      assertThat(parsed.problems())
                          .isNotEmpty()
                          .hasSizeLessThanOrEqualTo(2 * Reading.PROBLEMS_MAX);
                      assertThat(parsed.problems().getFirst().what().length()).isLessThan(30_000);
                    }));
  }

  @Test
  void large_but_plain_texts_are_read() {
    assertThat(read(FLOW + "description: " + "a".repeat(9_900_000))).isInstanceOf(Parsed.Ok.class);
    assertThat(codes(read(FLOW + "description: " + "a".repeat(10_000_000))))
        .containsExactly(Code.TOO_LARGE);
    assertThat(read(FLOW + "# " + "a".repeat(9_000_000))).isInstanceOf(Parsed.Ok.class);
    assertThat(read(FLOW + "\n".repeat(9_000_000))).isInstanceOf(Parsed.Ok.class);
  }

  @Test
  void a_text_of_very_many_documents_gives_answers() {
    var documents =
        assertTimeoutPreemptively(
            HANG, () -> reader.readAll("---\na: b\n".repeat(500_000), Strictness.STRICT));
    assertThat(documents).hasSize(FlowReader.DOCUMENTS_MAX);
  }

  @Test
  void mistakes_are_not_drowned_by_remarks() {
    var remarks = new StringBuilder(HEAD + "inputs:\n");
    for (int i = 0; i < 1000; i++)
      remarks.append("  - {name: i").append(i).append(", type: INT}\n");
    var parsed = read(remarks + "tasks:\n  - {id: t, type: Log, massage: x}\n");
    assertThat(codes(parsed)).contains(Code.UNKNOWN_PROPERTY, Code.MISSING_PROPERTY);
  }

  private record Text(String name, String text) {}

  private static Text text(String name, String text) {
    return new Text(name, text);
  }

  private static String deeper(int levels) {
    var text = new StringBuilder(HEAD + "variables:\n");
    for (int i = 1; i < levels; i++) text.append(" ".repeat(i)).append("a:\n");
    return text.toString();
  }

  private static String unknownKeys(int count) {
    var text = new StringBuilder(HEAD);
    for (int i = 0; i < count; i++) text.append("k").append(i).append(": 1\n");
    return text.toString();
  }

  private static String bomb() {
    var text = new StringBuilder(HEAD + "variables:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      text.append("  a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(10)));
    }
    return text.toString();
  }

  private static String chain(int length) {
    var text = new StringBuilder(HEAD + "variables:\n  a0: &a0 [x]\n");
    for (int i = 1; i < length; i++) text.append("  a%d: &a%d [*a%d]\n".formatted(i, i, i - 1));
    return text.toString();
  }

  private static String unknownTasks(int count) {
    return unknownTasks("io.kestra.plugin.core.log.Lag", count);
  }

  private static String unknownTasks(String type, int count) {
    var text = new StringBuilder(HEAD + "tasks:\n");
    for (int i = 0; i < count; i++)
      text.append("  - {id: t%d, type: %s%d}\n".formatted(i, type, i));
    return text.toString();
  }

  private static String sameIds(int count) {
    return HEAD
        + "tasks:\n"
        + "  - {id: t, type: Return}\n  - {id: u, type: Return}\n".repeat(count);
  }

  private static String longKey(int length, int items) {
    return HEAD
        + "tasks:\n  - id: s\n    type: Switch\n    value: x\n    cases:\n      "
        + "k".repeat(500)
        + "k".repeat(length / 1000)
        + ":\n"
        + "        - 1\n".repeat(items);
  }

  private static String inputs(int count) {
    var text = new StringBuilder(HEAD + "inputs:\n");
    for (int i = 0; i < count; i++) {
      text.append(
          "  - {id: a.i%d, type: INT, dependsOn: {inputs: [a.i%d]}}\n"
              .formatted(i, (i + 1) % count));
    }
    return text + "tasks:\n  - {id: t, type: Return}\n";
  }

  private static String selfDefault() {
    return HEAD
        + "pluginDefaults:\n  - type: io.kestra\n    values:\n      inner: {type: io.kestra.x}\n      list: [{type: io.kestra.y}, {type: io.kestra.z}]\n"
        + "tasks:\n  - {id: t, type: io.kestra.plugin.core.debug.Return}\n";
  }

  private static String manyDefaults(int names, int tasks) {
    var text = new StringBuilder(HEAD + "pluginDefaults:\n  - type: io\n    values:\n");
    for (int i = 0; i < names; i++) text.append("      n").append(i).append(": 1\n");
    text.append("tasks:\n");
    for (int i = 0; i < tasks; i++)
      text.append("  - {id: t%d, type: io.kestra.plugin.core.debug.Return}\n".formatted(i));
    return text.toString();
  }
}
