package io.orrery.model.yaml;

import static io.orrery.model.yaml.Reads.HEAD;
import static io.orrery.model.yaml.Reads.good;
import static io.orrery.model.yaml.Reads.refusals;
import static io.orrery.model.yaml.Reads.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.flow.Retry;
import io.orrery.model.flow.Task;
import io.orrery.model.flow.Task.ForEach;
import io.orrery.model.flow.TaskCache;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskReadingTest {

  @ParameterizedTest
  @CsvSource({
    "ForEach, values, concurrencyLimit: 3, 3, FOR_EACH",
    "ForEach, values, , 1, FOR_EACH",
    "EachSequential, value, , 1, FOR_EACH",
    "EachParallel, value, concurrent: 2, 2, PARALLEL",
    "EachParallel, value, , 0, PARALLEL",
    "io.kestra.core.tasks.flows.EachParallel, value, , 0, PARALLEL"
  })
  void loops_of_all_names_are_one_record(
      String type, String values, String limit, int concurrency, ForEach.Shape shape) {
    var extra = limit == null ? "" : limit + "\n";
    var loop =
        (ForEach)
            task(
                "id: l\ntype: "
                    + type
                    + "\n"
                    + values
                    + ": [1, 2]\n"
                    + extra
                    + "tasks: [{id: t, type: Return}]\n");
    assertThat(loop.values()).isEqualTo(List.of(1, 2));
    assertThat(loop.concurrency()).isEqualTo(concurrency);
    assertThat(loop.shape()).isEqualTo(shape);
  }

  @ParameterizedTest
  @ValueSource(strings = {"delay: PT1S", "pauseDuration: PT1S"})
  void a_pause_takes_its_delay_in_both_spellings(String line) {
    var pause =
        (Task.Pause)
            task("id: p\ntype: Pause\n" + line + "\nonResume: [{id: why, type: STRING}]\n");
    assertThat(pause.delay()).isEqualTo(Optional.of("PT1S"));
    assertThat(pause.behavior()).isEqualTo(Task.Pause.PauseBehavior.RESUME);
    assertThat(pause.onResume()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "WorkingDirectory",
        "io.kestra.plugin.core.flow.WorkingDirectory",
        "io.kestra.core.tasks.flows.WorkingDirectory",
        "io.kestra.core.tasks.flows.Worker"
      })
  void a_working_directory_keeps_what_it_says_of_files_as_written(String type) {
    var directory =
        (Task.WorkingDirectory)
            task(
                "id: w\ntype: "
                    + type
                    + """

                    inputFiles: {a.txt: "{{ inputs.a }}", b.json: {c: [1]}}
                    namespaceFiles: {enabled: true}
                    cache: {patterns: ["lib/**"], ttl: PT1H}
                    tasks: [{id: t, type: Return}]
                    errors: [{id: s, type: Sequential, tasks: [{id: e, type: Return}]}]
                    """);
    assertThat(directory.files())
        .isEqualTo(
            Map.of(
                "inputFiles", Map.of("a.txt", "{{ inputs.a }}", "b.json", Map.of("c", List.of(1))),
                "namespaceFiles", Map.of("enabled", true),
                "cache", Map.of("patterns", List.of("lib/**"), "ttl", "PT1H")));
    assertThat(directory.keeps()).isTrue();
    assertThat(directory.branches().tasks()).hasSize(1);
    assertThat(directory.branches().errors()).hasSize(1);
  }

  @Test
  void a_working_directory_needs_tasks_that_a_worker_runs() {
    var start = HEAD + "tasks:\n  - id: w\n    type: WorkingDirectory\n";
    assertThat(refusals(start + "    tasks: []\n")).singleElement().asString().contains("tasks");
    assertThat(
            refusals(
                start + "    tasks: [{id: s, type: Sequential, tasks: [{id: t, type: Return}]}]\n"))
        .singleElement()
        .asString()
        .contains("Only runnable tasks", "'s'");
    assertThat(refusals(start + "    cache: {ttl: PT1H}\n    tasks: [{id: t, type: Return}]\n"))
        .singleElement()
        .asString()
        .contains("patterns");
  }

  @Test
  void a_task_cache_is_read_when_it_is_enabled() {
    var start = "id: t\ntype: Return\ntaskCache: ";
    assertThat(((Task.PluginTask) task(start + "{enabled: true, ttl: PT1H}\n")).cache())
        .contains(new TaskCache(Optional.of(Duration.ofHours(1))));
    assertThat(((Task.PluginTask) task(start + "{enabled: true}\n")).cache())
        .contains(new TaskCache(Optional.empty()));
    assertThat(((Task.PluginTask) task(start + "{enabled: false}\n")).cache()).isEmpty();
    assertThat(refusals(HEAD + "tasks:\n  - id: t\n    type: Return\n    taskCache: {tll: PT1H}\n"))
        .singleElement()
        .asString()
        .contains("tll");
  }

  @ParameterizedTest
  @ValueSource(strings = {"maxAttempt: 3", "maxAttempts: 3"})
  void attempts_are_counted_in_both_spellings(String line) {
    var task =
        task("id: t\ntype: Return\nretry:\n  type: constant\n  interval: PT0.5S\n  " + line + "\n");
    assertThat(task.common().retry())
        .contains(
            new Retry(
                new Retry.Constant(Duration.ofMillis(500)),
                Optional.of(3),
                Optional.empty(),
                false,
                Retry.Behavior.RETRY_FAILED_TASK));
  }

  @ParameterizedTest
  @ValueSource(strings = {"runIf: \"{{ a }}\"", "when: \"{{ a }}\""})
  void a_condition_is_taken_in_both_spellings(String line) {
    assertThat(task("id: t\ntype: Return\n" + line + "\n").common().runIf()).contains("{{ a }}");
  }

  @Test
  void a_dag_keeps_who_waits_for_whom() {
    var dag =
        (Task.Dag)
            task(
                "id: d\n"
                    + "type: Dag\n"
                    + "tasks:\n"
                    + "  - task: {id: a, type: Return}\n"
                    + "  - task: {id: b, type: Return}\n"
                    + "    dependsOn: [a]\n");
    assertThat(dag.branches().tasks()).extracting(Task::id).containsExactly("a", "b");
    assertThat(dag.dependsOn()).isEqualTo(Map.of("b", List.of("a")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{id: d, type: Dag, tasks: [{task: {id: a, type: Return}, dependsOn: [x]}]}",
        "{id: d, type: Dag, tasks: [{task: {id: a, type: Return}, dependsOn: [b]}, {task: {id: b,"
            + " type: Return}, dependsOn: [a]}]}",
        "{id: d, type: Dag, tasks: [{dependsOn: [x]}]}",
        "{id: i, type: If, then: [{id: a, type: Return}]}",
        "{id: i, type: If, condition: true}",
        "{id: s, type: Switch, value: x}",
        "{id: s, type: Sequential, tasks: text}",
        "{id: p, type: Parallel, concurrent: -1, tasks: [{id: a, type: Return}]}",
        "{id: s, type: Subflow, namespace: n}",
        "{id: s, type: Subflow, namespace: n, flowId: f}",
        "{id: p, type: Pause, behavior: SLEEP}",
        "{id: p, type: Pause, delay: soon}",
        "{id: l, type: Log}",
        "{id: l, type: Log, message: x, retry: {type: constant, interval: PT1M, maxDuration:"
            + " PT1S}}",
        "{id: l, type: Log, message: x, retry: {type: constant, interval: PT1S, maxAttempts: 0}}",
        "{id: l, type: Log, message: x, retry: {type: sometimes}}",
        "{id: a.b, type: Return}",
        "{type: Return}",
        "{id: t}",
        "text"
      })
  void wrong_tasks_are_refused(String yaml) {
    assertThat(refusals(HEAD + "tasks:\n  - " + yaml + "\n")).isNotEmpty();
  }

  @Test
  void properties_keep_text_as_written_and_type_the_rest() {
    var kv =
        (Task.PluginTask)
            task(
                "id: k\n"
                    + "type: io.kestra.plugin.core.kv.Set\n"
                    + "key: 1.10\n"
                    + "value: {a: [1, ~]}\n"
                    + "overwrite: yes\n"
                    + "ttl: PT1H\n"
                    + "kvType: json\n");
    assertThat(kv.properties())
        .containsEntry("key", "1.10")
        .containsEntry("overwrite", true)
        .containsEntry("kvType", "JSON")
        .containsEntry("ttl", "PT1H");
  }

  @Test
  void templates_pass_for_any_shape_where_they_are_rendered() {
    task(
        "id: s\ntype: io.kestra.plugin.core.storage.Split\nfrom: x\nrows: \"{{ inputs.rows }}\"\n");
    assertThat(
            refusals(
                HEAD
                    + "tasks:\n"
                    + "  - {id: s, type: io.kestra.plugin.core.storage.Split, from: x, rows:"
                    + " many}\n"))
        .hasSize(1);
    assertThat(
            refusals(
                HEAD
                    + "tasks:\n"
                    + "  - {id: p, type: io.kestra.plugin.core.execution.PurgeExecutions, endDate:"
                    + " x, purgeLog: \"{{ a }}\"}\n"))
        .hasSize(1);
  }

  @Test
  void old_type_names_mean_the_new_types() {
    var log = task("id: l\ntype: io.kestra.core.tasks.log.Log\nmessage: x\n");
    assertThat(log.common().type()).isEqualTo("io.kestra.core.tasks.log.Log");
    assertThat(log.common().canonicalType()).isEqualTo("io.kestra.plugin.core.log.Log");
    assertThat(task("id: s\ntype: io.kestra.core.tasks.flows.Flow\nnamespace: n\nflowId: other\n"))
        .isInstanceOf(Task.Subflow.class);
  }

  @Test
  void defaults_go_under_forced_ones_over_and_lists_grow() {
    var flow =
        good(
            HEAD
                + """
                pluginDefaults:
                  - {type: io.kestra.plugin.core.log, values: {level: WARN, unheard: of}}
                  - {type: Log, values: {level: DEBUG, message: default}}
                  - {type: io.kestra.plugin.core.debug, forced: true, values: {format: forced}}
                  - {type: Pause, values: {behavior: FAIL}}
                  - {type: io.kestra.plugin.core.storage.Concat, values: {files: [a]}}
                tasks:
                  - {id: bare, type: io.kestra.core.tasks.log.Log}
                  - {id: own, type: Log, message: own, level: ERROR}
                  - {id: forced, type: Return, format: own}
                  - {id: pause, type: Pause}
                  - {id: in, type: Sequential, tasks: [{id: inner, type: io.kestra.plugin.core.storage.Concat, files: [b]}]}
                """);
    assertThat(properties(flow.tasks().get(0)))
        .isEqualTo(Map.of("level", "WARN", "message", "default"));
    assertThat(properties(flow.tasks().get(1)))
        .isEqualTo(Map.of("level", "ERROR", "message", "own"));
    assertThat(properties(flow.tasks().get(2))).isEqualTo(Map.of("format", "forced"));
    assertThat(((Task.Pause) flow.tasks().get(3)).behavior())
        .isEqualTo(Task.Pause.PauseBehavior.FAIL);
    var inner = ((Task.Sequential) flow.tasks().get(4)).branches().tasks().getFirst();
    assertThat(properties(inner)).isEqualTo(Map.of("files", List.of("a", "b")));
  }

  private static Map<String, Object> properties(Task task) {
    return ((Task.PluginTask) task).properties();
  }
}
