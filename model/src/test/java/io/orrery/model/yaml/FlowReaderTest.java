package io.orrery.model.yaml;

import static io.orrery.model.yaml.Reads.HEAD;
import static io.orrery.model.yaml.Reads.READER;
import static io.orrery.model.yaml.Reads.TASK;
import static io.orrery.model.yaml.Reads.good;
import static io.orrery.model.yaml.Reads.refusals;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.flow.Concurrency;
import io.orrery.model.flow.InputType;
import io.orrery.model.flow.Sla;
import io.orrery.model.id.FlowId;
import io.orrery.model.problem.Code;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Position;
import io.orrery.model.problem.Problem;
import io.orrery.model.problem.Problem.Severity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowReaderTest {

  @Test
  void a_flow_is_read_into_its_record() {
    var flow =
        good(
            """
            id: etl
            namespace: company.team
            description: nightly
            disabled: yes
            labels: {team: data, tier: 1}
            variables: {region: eu, sizes: [1, 2]}
            concurrency: {limit: 2, behavior: cancel}
            retry: {type: exponential, interval: PT1S, maxInterval: PT1M, maxAttempts: 4}
            sla:
              - {id: quick, type: MAX_DURATION, duration: PT2H, behavior: FAIL, labels: {late: true}}
            outputs:
              - {id: rows, type: INT, value: "{{ outputs.load.rows }}", required: false}
            tasks:
              - {id: load, type: Return, format: x}
            errors:
              - {id: sorry, type: Log, message: failed}
            finally:
              - {id: clean, type: Log, message: done}
            afterExecution:
              - {id: tell, type: Log, message: over}
            """);
    assertThat(flow.key()).isEqualTo(new FlowId("company.team", "etl"));
    assertThat(flow.disabled()).isTrue();
    assertThat(flow.labels()).containsExactly(Map.entry("team", "data"), Map.entry("tier", "1"));
    assertThat(flow.variables()).containsEntry("sizes", List.of(1, 2));
    assertThat(flow.concurrency()).contains(new Concurrency(2, Concurrency.Behavior.CANCEL));
    assertThat(flow.retry().orElseThrow().maxAttempts()).contains(4);
    assertThat(flow.sla().getFirst().duration()).contains(Duration.ofHours(2));
    assertThat(flow.sla().getFirst().type()).isEqualTo(Sla.Type.MAX_DURATION);
    assertThat(flow.outputs().getFirst().type()).isEqualTo(InputType.INT);
    assertThat(flow.outputs().getFirst().required()).isFalse();
    assertThat(List.of(flow.errors(), flow.finallyTasks(), flow.afterExecution()))
        .allMatch(it -> it.size() == 1);
  }

  @Test
  void all_mistakes_are_told_at_once_each_with_its_place_and_mend() {
    var refusals =
        refusals(
            """
            id: bad flow
            namespace: n
            tasks:
              - id: hello
                type: io.kestra.plugin.core.log.Log
                mesage: Hi
                level: LOUD
              - id: twice
                type: io.kestra.plugin.core.log.Lag
              - id: twice
                type: Return
                timeout: soon
            """);
    assertThat(refusals)
        .satisfiesExactly(
            it -> assertThat(it).startsWith("ORR-1104 at f.yml:1:5: id: 'bad flow' must match"),
            it -> assertThat(it).startsWith("ORR-1102 at f.yml:4:5: message: must not be null"),
            it ->
                assertThat(it)
                    .startsWith("ORR-1101 at f.yml:6:5: Unrecognized field \"mesage\"")
                    .endsWith("Did you mean 'message'?"),
            it ->
                assertThat(it)
                    .startsWith(
                        "ORR-1104 at f.yml:7:12: level: 'LOUD' is not one of [TRACE, DEBUG"),
            it ->
                assertThat(it)
                    .startsWith(
                        "ORR-1105 at f.yml:9:11: Invalid type: io.kestra.plugin.core.log.Lag")
                    .endsWith("Did you mean 'io.kestra.plugin.core.log.Log'?"),
            it ->
                assertThat(it)
                    .startsWith("ORR-1106 at f.yml:10:9: Duplicate task id with name [twice]"),
            it ->
                assertThat(it)
                    .startsWith(
                        "ORR-1104 at f.yml:12:14: timeout: 'soon' is not an ISO 8601 duration"));
  }

  @Test
  void problems_say_their_path() {
    var parsed =
        READER.read(
            HEAD
                + "tasks:\n"
                + "  - id: s\n"
                + "    type: Sequential\n"
                + "    tasks:\n"
                + "      - {id: t, type: Log, message: a, x: 1}\n");
    assertThat(parsed.problems())
        .singleElement()
        .extracting(Problem::path)
        .isEqualTo("tasks[0].tasks[0].x");
  }

  @Test
  void what_is_unknown_refuses_on_save_and_is_a_remark_when_read_again() {
    var text = HEAD + "tasks:\n  - {id: t, type: Log, message: a, future: 1}\nfuture: 2\n";
    assertThat(READER.read(text)).isInstanceOf(Parsed.Bad.class);
    var again = READER.read(text, Strictness.LENIENT);
    assertThat(again).isInstanceOf(Parsed.Ok.class);
    assertThat(again.problems()).hasSize(2).allMatch(it -> it.severity() == Severity.WARNING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenantId: main",
        "revision: 3",
        "deleted: false",
        "draft: true",
        "policyRefs: [a]",
        "workerGroup: {key: gpu}",
        "workerSelector: {tags: [gpu]}",
        "checks: [{when: x, message: y}]",
        "quotas: [{duration: PT1M, limit: 1}]",
        "taskDefaults: [{type: x, values: {a: 1}}]",
        "listeners: [{tasks: [{id: l, type: Return}]}]",
        "labels: [{key: a, value: b}]",
        "concurrency: {limit: 1}",
        "variables: {}",
        "inputs: []",
        "triggers: null",
        "errors:"
      })
  void what_kestra_knows_is_never_refused_for_being_named(String line) {
    good(HEAD + line + "\n" + TASK);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "version: 1.2",
        "assets: {enableAuto: true}",
        "taskCache: {enabled: true}",
        "when: \"{{ true }}\"",
        "runIf: false",
        "policyRefs: []",
        "workerSelector: {tags: [a]}",
        "logLevel: warn",
        "logToFile: true",
        "allowWarning: on",
        "timeout: \"{{ inputs.t }}\"",
        "timeout: PT5m",
        "description: 5"
      })
  void what_every_task_may_say_is_understood(String property) {
    good(HEAD + "tasks:\n  - id: t\n    type: Return\n    " + property + "\n");
  }

  @Test
  void documents_of_a_text_are_read_apart_and_placed_in_the_whole() {
    var text = "---\n# first\n" + HEAD + TASK + "---\nid: [\n---\n\n---\n" + HEAD + "tasks: []\n";
    var documents = READER.readAll(text, Strictness.STRICT);
    assertThat(documents).hasSize(3);
    assertThat(documents.get(0).flow()).isInstanceOf(Parsed.Ok.class);
    assertThat(documents.get(0).source()).isEqualTo("# first\n" + HEAD + TASK);
    assertThat(documents.get(1).flow().problems().getFirst().code()).isEqualTo(Code.YAML_SYNTAX);
    assertThat(documents.get(2).flow().problems().getFirst().at()).isEqualTo(new Position(14, 8));
  }

  @Test
  void dashes_inside_a_text_set_nothing_apart() {
    assertThat(
            READER.readAll(
                HEAD + "tasks:\n  - id: t\n    type: Return\n    format: a---b\n",
                Strictness.STRICT))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   \n", "# only a remark", "---", "[1]", "text", "42", "~"})
  void a_text_that_is_no_flow_is_refused(String text) {
    assertThat(refusals(text)).hasSize(1);
  }

  @Test
  void json_is_yaml_enough() {
    good(
        "{\"id\": \"f\", \"namespace\": \"n\", \"tasks\": [{\"id\": \"t\", \"type\": \"Log\","
            + " \"message\": \"a\"}]}");
  }

  @Test
  void a_broken_template_is_a_remark() {
    var parsed = READER.read(HEAD + "tasks:\n  - {id: t, type: Log, message: \"{{ a\"}\n");
    assertThat(parsed).isInstanceOf(Parsed.Ok.class);
    assertThat(parsed.problems())
        .singleElement()
        .extracting(Problem::code)
        .isEqualTo(Code.BAD_EXPRESSION);
  }

  @Test
  void types_of_kestra_that_this_version_lacks_are_named_as_such() {
    assertThat(
            refusals(
                HEAD
                    + "tasks:\n"
                    + "  - id: wd\n"
                    + "    type: Approval\n"
                    + "    tasks:\n"
                    + "      - {id: a, type: Lag}\n"))
        .satisfiesExactly(
            it -> assertThat(it).contains("ORR-1110", "known to Kestra"),
            it -> assertThat(it).contains("ORR-1105"));
  }

  @Test
  void a_template_is_refused_with_the_way_to_do_without_it() {
    assertThat(
            refusals(
                HEAD
                    + "tasks:\n"
                    + "  - id: t\n"
                    + "    type: io.kestra.core.tasks.flows.Template\n"
                    + "    namespace: test\n"
                    + "    templateId: common\n"
                    + "    args: {a: 1}\n"))
        .singleElement()
        .satisfies(
            it -> assertThat(it).contains("ORR-1110", "Subflow", "`templateId` becomes `flowId`"));
  }

  @Test
  void inputs_declare_type_limits_and_dependencies() {
    var flow =
        good(
            HEAD
                + """
                inputs:
                  - {id: a.b, type: select, values: [x, {label: Why, value: y}], required: false}
                  - {id: n, type: INT, min: 1, max: 9, dependsOn: {inputs: [a.b], condition: "{{ true }}"}}
                  - {id: v, type: STRING, defaults: 1.10}
                  - {id: m, type: MULTISELECT, options: [p, q]}
                """
                + TASK);
    assertThat(flow.inputs().get(0).values()).containsExactly("x", "y");
    assertThat(flow.inputs().get(1).limits())
        .containsExactly(Map.entry("min", 1), Map.entry("max", 9));
    assertThat(flow.inputs().get(1).dependsOn()).containsExactly("a.b");
    assertThat(flow.inputs().get(2).defaults()).isEqualTo("1.10");
    assertThat(flow.inputs().get(3).itemType()).contains(InputType.STRING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{id: a, type: STRING, min: 1}]",
        "[{id: a, type: STRING}, {id: a.b, type: STRING}]",
        "[{id: a, type: STRING, dependsOn: {inputs: [b]}}]",
        "[{id: a, type: INT, dependsOn: {inputs: [b]}}, {id: b, type: INT, dependsOn: {inputs:"
            + " [a]}}]",
        "[{id: a, type: SELECT}]",
        "[{id: a, type: INT, min: x}]",
        "[{id: a, type: DATE, after: x}]",
        "[{id: a, type: FORM, inputs: []}]",
        "[{id: a, type: ARRAY}]",
        "{a: STRING}",
        "[STRING]"
      })
  void wrong_inputs_are_refused(String inputs) {
    assertThat(refusals(HEAD + "inputs: " + inputs + "\n" + TASK)).isNotEmpty();
  }
}
