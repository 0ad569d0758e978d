package io.orrery.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.conformance.corpus.Corpus;
import io.orrery.conformance.corpus.CorpusFile;
import io.orrery.conformance.report.Verdict;
import io.orrery.conformance.subject.Content;
import io.orrery.conformance.subject.ExecutionSubject.InputMode;
import io.orrery.conformance.subject.InputPart;
import io.orrery.conformance.subject.OuterSubject.HttpAnswer;
import io.orrery.model.state.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaseRunnerTest {

  private static final String FLOW = "id: f\\nnamespace: n\\ntasks: []\\n";

  @TempDir Path root;
  private FakeSubject subject = new FakeSubject();

  @BeforeEach
  void writeData() throws IOException {
    Files.writeString(root.resolve("hello.txt"), "hello");
    Files.writeString(root.resolve("other.yaml"), "id: other\nnamespace: n\ntasks: []\n");
  }

  /// Plays a case of the flow `n.f`; `rest` is what its line says beside.
  private Verdict play(String rest) {
    var line = "{\"id\": \"c\", \"area\": \"x\", \"flowInline\": \"" + FLOW + "\", " + rest + "}";
    return playLine(line);
  }

  private Verdict playLine(String line) {
    try {
      Files.writeString(root.resolve("cases.jsonl"), line.replace("\n", " ") + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var corpus = new Corpus(root);
    return new CaseRunner(corpus).play(corpus.entries(CorpusFile.CASES).getFirst(), subject);
  }

  private void passes(String rest) {
    assertThat(play(rest)).as(rest).isEqualTo(new Verdict.Passed());
  }

  private Verdict.Failed fails(String rest) {
    var verdict = play(rest);
    assertThat(verdict).as(rest).isInstanceOf(Verdict.Failed.class);
    return (Verdict.Failed) verdict;
  }

  private void unsupported(String rest, String reason) {
    assertThat(play(rest)).as(rest).isEqualTo(new Verdict.Unsupported(reason));
  }

  @Test
  void without_steps_the_flow_is_deployed_and_run_to_its_end() {
    passes("\"needs\": [\"other.yaml\"], \"expect\": {\"state\": \"SUCCESS\", \"taskRuns\": 3}");

    assertThat(subject.deployed).hasSize(2);
    assertThat(subject.deployed.getFirst()).startsWith("id: other");
    assertThat(subject.starts).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"order\": [\"a\", \"b\", \"b\"]}",
        "{\"orderBefore\": [[\"a\", \"b\"]]}",
        "{\"absent\": [\"c\"]}",
        "{\"taskCount\": {\"b\": 2}}",
        "{\"taskStates\": {\"a\": \"SUCCESS\", \"b\": [\"SUCCESS\", \"SUCCESS\"], \"b[x/y]\": \"SUCCESS\"}}",
        "{\"taskRunAt\": {\"0\": {\"taskId\": \"a\", \"attempts\": 1, \"stateHistory\": {\"count\": 3}}}}",
        "{\"lastTaskRun\": {\"outputs\": {\"value\": \"of y\"}}}",
        "{\"taskOutputs\": {\"b[x]\": {\"value\": \"of x\"}}}",
        "{\"attempts\": {\"a\": 1}, \"lastAttemptState\": {\"a\": \"SUCCESS\"}}",
        "{\"allTaskStates\": \"SUCCESS\", \"countByState\": {\"SUCCESS\": 3}, \"failedTaskRuns\": 0}",
        "{\"stateHistory\": {\"sequence\": [\"CREATED\", \"RUNNING\", \"SUCCESS\"]}}",
        "{\"stateHistory\": {\"startsWith\": [\"CREATED\", \"RUNNING\"]}}",
        "{\"taskHistory\": {\"a\": {\"RUNNING\": 1, \"PAUSED\": 0}}}",
        "{\"timing\": {\"minMs\": 3000, \"maxMs\": 3000, \"a\": {\"minMs\": 1000}}}",
        "{\"maxConcurrentValues\": 2}",
        "{\"outputs\": null, \"labels\": {}, \"labelsExact\": true}",
        "{\"storageContent\": {\"ref\": \"a.uri\", \"equals\": \"hello\"}}",
        "{\"storageContent\": {\"ref\": \"a.uri\", \"equalsFile\": \"hello.txt\"}}",
        "{\"storageLines\": {\"ref\": \"a.uri\", \"count\": 1}}",
        "{\"storageIonItems\": {\"ref\": \"a.uri\", \"equals\": [\"hello\"]}}",
        "{\"logs\": [{\"taskId\": \"a\", \"message\": {\"$contains\": \"in a\"}}], \"noLogs\": [\"b\"], \"logCount\": 1}",
        "{\"executionsOfFlow\": {\"count\": 1, \"states\": {\"SUCCESS\": 1}}}",
        "{\"executionExists\": true}",
      })
  void each_expectation_that_is_met_passes(String expect) {
    passes("\"expect\": " + expect);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"state\": \"FAILED\"}",
        "{\"taskRuns\": 2}",
        "{\"order\": [\"b\", \"a\", \"b\"]}",
        "{\"orderBefore\": [[\"b\", \"a\"]]}",
        "{\"absent\": [\"a\"]}",
        "{\"taskCount\": {\"b\": 1}}",
        "{\"taskStates\": {\"b\": [\"SUCCESS\"]}}",
        "{\"taskStates\": {\"none\": \"SUCCESS\"}}",
        "{\"taskRunAt\": {\"3\": {\"taskId\": \"a\"}}}",
        "{\"taskOutputs\": {\"b[x/y]\": {\"value\": \"of x\"}}}",
        "{\"attempts\": {\"a\": 2}}",
        "{\"countByState\": {\"FAILED\": 1}}",
        "{\"stateHistory\": {\"count\": 2}}",
        "{\"timing\": {\"minMs\": 3001}}",
        "{\"maxConcurrentValues\": 1}",
        "{\"storageContent\": {\"ref\": \"a.uri\", \"equals\": \"hell\"}}",
        "{\"storageContent\": {\"ref\": \"a.none\", \"equals\": \"hello\"}}",
        "{\"logs\": [{\"taskId\": \"b\"}]}",
        "{\"noLogs\": [\"a\"], \"logCount\": 1}",
        "{\"executionsOfFlow\": {\"states\": {\"SUCCESS\": 2}}}",
        "{\"executionExists\": false}",
      })
  void each_expectation_that_is_not_met_fails(String expect) {
    fails("\"expect\": " + expect);
  }

  @Test
  void what_nobody_understands_is_unsupported_and_never_passed() {
    unsupported("\"expect\": {\"mood\": \"good\"}", "expectation mood");
    unsupported("\"expect\": {\"state\": {\"$sounds\": \"like\"}}", "matcher $sounds");
    unsupported("\"action\": [{\"do\": \"dance\"}]", "step dance");
    unsupported("\"action\": [{\"do\": \"run\", \"backwards\": true}]", "step run with backwards");
    unsupported("\"setup\": {\"weather\": {}}, \"expect\": {}", "setup weather");
    unsupported(
        "\"expect\": {\"taskRunAt\": {\"0\": {\"colour\": \"red\"}}}",
        "expectation taskRunAt.colour");
  }

  @Test
  void what_the_subject_cannot_do_is_unsupported_with_its_reason() {
    unsupported(
        "\"action\": [{\"do\": \"run\", \"until\": \"terminated\"}, {\"do\": \"restart\"}]",
        "restart");
    unsupported("\"action\": [{\"do\": \"graph\"}]", "flow graph");
  }

  @Test
  void a_flow_that_is_refused_fails_the_case() {
    var line =
        "{\"id\": \"c\", \"flowInline\": \"id: broken\\nnamespace: n\\n\", \"expect\": {\"state\": \"SUCCESS\"}}";

    assertThat(playLine(line).got()).contains("refused: it is broken");
  }

  @Test
  void inputs_labels_and_dates_reach_the_start() {
    passes(
        """
        "inputMode": "raw", "inputs": {"a": 1, "b": {"$repeat": ["x", 3]}, "f": {"$file": "hello.txt"},
        "g": {"$genLines": 2, "filename": "g.txt"}}, "labels": {"k": "v"},
        "action": [{"do": "run", "scheduleDate": {"$now": "+PT1S"},
          "expect": {"state": "CREATED", "scheduleDate": {"$now": "+PT1S"}}}],
        "expect": {"executionInputs": {"b": "xxx"}, "labels": {"k": "v"}}
        """);

    var start = Objects.requireNonNull(subject.starts.get("e1"));
    assertThat(start.mode()).isEqualTo(InputMode.RAW);
    assertThat(start.scheduleDate()).contains(FakeSubject.START.plusSeconds(1));
    assertThat(start.inputs())
        .contains(
            new InputPart.Value("a", 1),
            new InputPart.Upload("f", "hello.txt", Content.of("hello")),
            new InputPart.Upload(
                "g", "g.txt", Content.of("                   0\n                   1\n")));
  }

  @Test
  void a_state_on_the_way_is_awaited_and_seen_as_it_was() {
    passes(
        """
        "action": [
          {"do": "run", "as": "first", "until": "RUNNING", "expect": {"running": true, "taskRuns": 1}},
          {"do": "awaitState", "execution": "first", "state": "SUCCESS", "within": "PT5S"}],
        "expect": {"executions": {"first": {"state": "SUCCESS"}}}
        """);
  }

  @Test
  void a_state_that_never_comes_is_a_miss_once_the_execution_ended() {
    subject.lastState = State.FAILED;

    var failed = fails("\"action\": [{\"do\": \"run\", \"until\": \"SUCCESS\"}], \"expect\": {}");

    assertThat(failed.got()).contains("CREATED", "RUNNING", "FAILED");
    assertThat(subject.clock().instant()).isBefore(FakeSubject.START.plus(Duration.ofSeconds(4)));
  }

  @Test
  void placeholders_stand_for_what_the_case_made() {
    passes(
        """
        "labels": {"made": "by e1 for n.f at e1-1"},
        "expect": {"labels": {"made": "by {executionId} for {namespace}.{flowId} at {taskRunId.b}"}}
        """);
  }

  @Test
  void keys_and_values_are_put_and_compared() {
    passes(
        """
        "setup": {"kv": {"n": {"k": {"a": 1}}}, "kvIon": {"n": {"d": "2021-09-01", "l": "[1, \\"a\\"]"}}},
        "expect": {"kv": {"n": {"k": {"a": 1}, "d": "2021-09-01", "l": [1, "a"]}}}
        """);
    fails("\"expect\": {\"kv\": {\"n\": {\"gone\": 1}}}");
  }

  @Test
  void a_validation_is_checked_by_its_messages_and_by_the_flow_as_read() {
    passes(
        """
        "action": [{"do": "validateFlow"}],
        "expect": {"valid": true, "flowId": "f", "topLevelTasks": 1, "idsCount": 1,
          "parsed": {"tasks[0].timeout": {"$durationSeconds": 60}}, "jsonContains": ["\\"id\\":\\"f\\""]}
        """);
    assertThat(subject.deployed).isEmpty();

    var broken =
        "{\"id\": \"c\", \"flowInline\": \"broken\", \"action\": [{\"do\": \"validateFlow\"}], \"expect\": ";
    assertThat(
            playLine(
                broken
                    + "{\"valid\": false, \"errorKind\": \"no tasks\", \"violations\": 1, \"mentions\": [\"tasks\"], \"messageContains\": [\"must not be empty\"]}}"))
        .isEqualTo(new Verdict.Passed());
    assertThat(playLine(broken + "{\"valid\": true}}")).isInstanceOf(Verdict.Failed.class);
    assertThat(playLine(broken + "{\"valid\": false, \"mentions\": [\"inputs\"]}}"))
        .isInstanceOf(Verdict.Failed.class);
  }

  @Test
  void an_http_answer_is_checked_and_its_execution_becomes_the_cases_own() {
    subject.answer =
        new HttpAnswer(
            200,
            Map.of(),
            Content.of(
                "{\"id\": \"e9\", \"flowId\": \"f\", \"state\": {\"current\": \"CREATED\"}, \"url\": \"/e9\"}"));
    var post =
        """
        {"do": "http", "method": "POST", "path": "/executions?at={now+PT1S|ISO_INSTANT|urlencoded}",
         "multipart": {"f": {"$file": "hello.txt"}},
         "expect": {"status": 200, "json": {"state.current": "CREATED", "url": "/{id}"}}}
        """;
    var get =
        """
        {"do": "http", "method": "PUT", "path": "/executions/{executionId}", "body": ["{executionId}"],
         "expect": {"status": {"$range": [200, 299]}, "mentions": ["e9"]}}
        """;

    passes("\"action\": [" + post + ", " + get + "], \"expect\": {}");

    assertThat(subject.calls.getFirst().target())
        .isEqualTo("/executions?at=2024-06-15T10%3A00%3A01Z");
    assertThat(subject.calls.getFirst().body().orElseThrow().text())
        .contains("name=\"f\"; filename=\"hello.txt\"", "\r\n\r\nhello\r\n--");
    assertThat(subject.calls.getLast().target()).isEqualTo("/executions/e9");
    assertThat(subject.calls.getLast().body()).contains(Content.of("[\"e9\"]"));
    assertThat(subject.calls.getLast().headers()).containsEntry("Content-Type", "application/json");
  }

  @Test
  void an_http_answer_that_differs_fails_and_shows_the_body() {
    subject.answer = new HttpAnswer(500, Map.of(), Content.of("{\"message\": \"oops\"}"));

    var failed =
        fails(
            "\"action\": [{\"do\": \"http\", \"method\": \"GET\", \"path\": \"/x\", \"expect\": {\"status\": 200, \"message\": \"ok\"}}]");

    assertThat(failed.got()).contains("500", "oops");
  }

  @Test
  void executions_are_counted_by_flow() {
    passes(
        """
        "needs": ["other.yaml"],
        "action": [{"do": "run", "flow": "other.yaml", "until": "terminated"},
          {"do": "assert", "executionsOf": {"other": 1, "f": 0}}],
        "expect": {"triggered": {"other": {"state": "SUCCESS"}}}
        """);
  }

  @Test
  void a_view_of_the_past_leaves_out_what_came_later() {
    passes("\"expect\": {}");

    var past =
        subject.execution("e1").orElseThrow().asOf(Instant.parse("2024-06-15T10:00:01.500Z"));
    assertThat(past.state()).isEqualTo(State.RUNNING);
    assertThat(past.finished()).isFalse();
    assertThat(past.taskRuns())
        .singleElement()
        .extracting(run -> run.state())
        .isEqualTo(State.RUNNING);
    assertThat(past.scheduleDate()).isEqualTo(Optional.empty());
  }
}
