package io.orrery.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.orrery.model.kept.Kept;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.rpc.Job;
import io.orrery.rpc.JobResult;
import io.orrery.rpc.LogBatch;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptTest {

  private static final String SHELL = "io.kestra.plugin.scripts.shell.Commands";

  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void open() {
    bench = Bench.open(folder, Map.of("TOKEN", "s3cr3t-value"), 8);
  }

  @AfterEach
  void nothing_is_left_behind() throws IOException {
    bench.close();
    if (Files.exists(bench.folder)) {
      assertThat(bench.folder).isEmptyDirectory();
    }
  }

  @Test
  void commands_run_in_one_shell_and_their_lines_are_logged() throws Exception {
    var result = run(shell("x=1", "echo out $x", "echo err >&2"));
    assertThat(result.state()).isEqualTo(State.SUCCESS);
    assertThat(result.outputs()).containsEntry("exitCode", 0);
    assertThat(bench.controller.lines())
        .extracting(LogBatch.Line::level, LogBatch.Line::thread, LogBatch.Line::message)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple(LogLevel.INFO, "stdout", "out 1"),
            org.assertj.core.groups.Tuple.tuple(LogLevel.WARN, "stderr", "err"));
  }

  @Test
  void the_first_command_that_fails_ends_the_script() throws Exception {
    var result = run(shell("echo before", "false", "echo after"));
    assertThat(result.state()).isEqualTo(State.FAILED);
    assertThat(result.outputs()).containsEntry("exitCode", 1);
    assertThat(bench.controller.messages())
        .containsExactly("before", "Command failed with exit code 1");
  }

  @Test
  void without_fail_fast_only_the_last_command_counts() throws Exception {
    var result = run(shell(Map.of("failFast", false), "false", "echo after"));
    assertThat(result.state()).isEqualTo(State.SUCCESS);
  }

  @Test
  void lines_of_the_protocol_become_outputs_metrics_and_logs() throws Exception {
    var result =
        run(
            shell(
                "echo '::{\"outputs\":{\"a\":1,\"b\":[true]}}::'",
                "echo '::{\"outputs\":{\"a\":2}}::' >&2",
                "echo '::{\"metrics\":[{\"type\":\"counter\",\"name\":\"n\",\"value\":3,\"tags\":{\"t\":\"x\"}}]}::'",
                "echo '::{\"logs\":[{\"level\":\"ERROR\",\"message\":\"said\"}]}::'",
                "echo '::{broken}::'"));
    assertThat(result.state()).isEqualTo(State.SUCCESS);
    assertThat(result.outputs().get("vars"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
        .containsEntry("b", List.of(true))
        .containsKey("a");
    assertThat(result.metrics()).extracting(JobResult.Metric::name).containsExactly("n");
    assertThat(result.metrics().getFirst().tags()).isEqualTo(Map.of("t", "x"));
    assertThat(bench.controller.lines())
        .anyMatch(line -> line.level() == LogLevel.ERROR && line.message().equals("said"));
    assertThat(bench.controller.messages())
        .contains("::{broken}::")
        .noneMatch(m -> m.contains("outputs"));
  }

  @Test
  void an_output_longer_than_any_buffer_arrives_whole() throws Exception {
    var result =
        run(
            shell(
                "echo \"::{\\\"outputs\\\":{\\\"long\\\":\\\"$(printf 'a%.0s' $(seq"
                    + " 100000))\\\"}}::\""));
    assertThat(result.outputs().get("vars")).isEqualTo(Map.of("long", "a".repeat(100_000)));
  }

  @Test
  void files_go_in_and_come_out() throws Exception {
    var stored = bench.storage.put("/some/data.csv", stream("1,2,3"));
    var result =
        run(
            shell(
                Map.of(
                    "inputFiles",
                    Map.of(
                        "hello.txt", "Hello {{ flow.namespace }}",
                        "sub/data.csv", stored.toString(),
                        "tree.json", Map.of("a", 1)),
                    "outputFiles",
                    List.of("out/*.txt", "*.csv")),
                "mkdir out",
                "cat hello.txt > out/a.txt",
                "cat sub/data.csv tree.json > all.csv",
                "ln -s /etc/passwd leak.csv"));
    assertThat(result.state()).isEqualTo(State.SUCCESS);
    var files = outputFiles(result);
    assertThat(names(files)).isEqualTo(List.of("all.csv", "out/a.txt"));
    assertThat(read(files.get("out/a.txt"))).isEqualTo("Hello io.acme.tests");
    assertThat(read(files.get("all.csv"))).isEqualTo("1,2,3{\"a\":1}");
  }

  @Test
  void output_files_are_stored_also_when_the_script_fails() throws Exception {
    var result = run(shell(Map.of("outputFiles", List.of("a.txt")), "echo x > a.txt", "exit 3"));
    assertThat(result.state()).isEqualTo(State.FAILED);
    assertThat(result.outputs()).containsEntry("exitCode", 3);
    assertThat(read(outputFiles(result).get("a.txt"))).isEqualTo("x\n");
  }

  @Test
  void the_output_folder_is_stored_whole() throws Exception {
    var result =
        run(
            shell(
                "printf one > {{outputDir}}/one.txt",
                "mkdir $OUTPUT_DIR/deep",
                "printf two > $OUTPUT_DIR/deep/two.txt"));
    var files = outputFiles(result);
    assertThat(names(files)).isEqualTo(List.of("deep/two.txt", "one.txt"));
  }

  @Test
  void addresses_in_commands_become_local_copies() throws Exception {
    var stored = bench.storage.put("/some/data file.csv", stream("content"));
    run(shell("cat '" + stored + "'"));
    assertThat(bench.controller.messages()).containsExactly("content");
  }

  @Test
  void a_name_that_leads_out_of_the_working_folder_is_refused() throws Exception {
    for (var name : List.of("../evil", "/etc/evil", "a/../../evil", "a\0b")) {
      var result = run(shell(Map.of("inputFiles", Map.of(name, "x")), "true"));
      assertThat(result.state()).as(name).isEqualTo(State.FAILED);
    }
    assertThat(folder.resolve("evil")).doesNotExist();
    assertThat(bench.folder.resolve("evil")).doesNotExist();
  }

  @Test
  void the_environment_is_given_and_no_secrets_leak_into_it() throws Exception {
    run(
        shell(
            Map.of("env", Map.of("GREETING", "hi {{ flow.namespace }}")),
            "echo $GREETING",
            "test \"$PWD\" = \"$WORKING_DIR\" && test '{{ workingDir }}' = \"$PWD\" && echo same",
            "env | grep -c '^SECRET_' || true"));
    assertThat(bench.controller.messages()).containsExactly("hi io.acme.tests", "same", "0");
  }

  @Test
  void a_secret_shows_in_no_line_whatever_it_wears() throws Exception {
    var result =
        run(
            shell(
                Map.of("env", Map.of("TOKEN", "{{ secret('TOKEN') }}")),
                "echo plain $TOKEN",
                "printf %s \"$TOKEN\" | base64",
                "printf %s \"user:$TOKEN\" | base64",
                "printf 'a%.0s' $(seq 40000); echo $TOKEN",
                "echo \"::{\\\"logs\\\":[{\\\"level\\\":\\\"INFO\\\",\\\"message\\\":\\\"in log"
                    + " $TOKEN\\\"}]}::\"",
                "echo \"::{\\\"outputs\\\":{\\\"kept\\\":\\\"$TOKEN\\\"}}::\"",
                "echo err $TOKEN >&2",
                "exit 4"));
    assertThat(result.state()).isEqualTo(State.FAILED);
    assertThat(bench.controller.text())
        .contains("plain ******", "in log ******", "err ******")
        .doesNotContain("s3cr3t-value", "czNjcjN0LXZhbHVl", "NyM3QtdmFsdW");
    assertThat(result.outputs().toString()).doesNotContain("s3cr3t-value");
    assertThat(Kept.shown(result.outputs()).get("vars")).isEqualTo(Map.of("kept", "******"));
  }

  @Test
  void a_kill_ends_the_whole_tree_of_processes() throws Exception {
    var job =
        shell(
            "(setsid sh -c 'trap \"\" TERM; sleep 997 & echo ready; wait; sleep 997' &)",
            "sh -c 'sleep 997 & sleep 997' &",
            "nohup sleep 997 >/dev/null 2>&1 &",
            "sleep 997");
    bench.worker.offer(job);
    bench.controller.line("ready");
    assertThat(sleepers()).isGreaterThanOrEqualTo(4);
    bench.worker.kill(job.taskRun(), 1);
    assertThat(bench.controller.result().state()).isEqualTo(State.KILLED);
    assertThat(sleepers()).isZero();
  }

  @Test
  void a_timeout_ends_the_processes_too() throws Exception {
    bench.worker.offer(Bench.withTimeout(shell("sleep 996 & sleep 996"), "PT0.3S"));
    assertThat(bench.controller.result().state()).isEqualTo(State.FAILED);
    // The shell may still say that it was terminated.
    assertThat(bench.controller.messages()).contains("Timeout after PT0.3S");
    assertThat(running("996")).isZero();
  }

  @Test
  void what_a_script_leaves_running_ends_with_it() throws Exception {
    var result = run(shell("sleep 995 &", "nohup sleep 995 >/dev/null 2>&1 &", "echo done"));
    assertThat(result.state()).isEqualTo(State.SUCCESS);
    assertThat(running("995")).isZero();
  }

  @Test
  void much_output_arrives_complete_and_in_order() throws Exception {
    run(shell("seq 200000"));
    var messages = bench.controller.messages();
    assertThat(messages).hasSize(200_000);
    assertThat(messages.getFirst()).isEqualTo("1");
    assertThat(messages.get(123_455)).isEqualTo("123456");
    assertThat(messages.getLast()).isEqualTo("200000");
  }

  @Test
  void an_endless_line_is_cut_and_harms_nobody() throws Exception {
    var result =
        run(
            shell(
                Map.of("env", Map.of("TOKEN", "{{ secret('TOKEN') }}")),
                "head -c 1048570 /dev/zero | tr '\\0' 'x'; printf %s $TOKEN; head -c 5000000"
                    + " /dev/zero | tr '\\0' 'y'; echo",
                "echo next"));
    assertThat(result.state()).isEqualTo(State.SUCCESS);
    assertThat(bench.controller.messages().getLast()).isEqualTo("next");
    assertThat(bench.controller.text()).contains("was cut").doesNotContain("s3cr");
    assertThat(bench.controller.text().length()).isLessThan(1_100_000);
  }

  @Test
  void a_program_that_is_not_there_is_named() throws Exception {
    var result = run(shell(Map.of("interpreter", List.of("no-such-shell", "-c")), "true"));
    assertThat(result.state()).isEqualTo(State.FAILED);
    assertThat(bench.controller.messages())
        .containsExactly("there is no program 'no-such-shell' on this worker");
  }

  @Test
  void a_container_runner_is_refused_by_name_and_process_accepted() throws Exception {
    var docker = Map.of("type", "io.kestra.plugin.scripts.runner.docker.Docker", "image", "x");
    assertThat(run(shell(Map.of("taskRunner", docker), "true")).state()).isEqualTo(State.FAILED);
    assertThat(bench.controller.text()).contains("docker.Docker' is not available on this worker");
    var process = Map.of("type", "io.kestra.plugin.core.runner.Process");
    assertThat(
            run(shell(Map.of("taskRunner", process, "containerImage", "ubuntu"), "true")).state())
        .isEqualTo(State.SUCCESS);
  }

  @Test
  void a_shell_script_may_have_many_lines() throws Exception {
    var script = "for i in 1 2; do\n  echo line $i\ndone\n";
    run(bench.job("io.kestra.plugin.scripts.shell.Script", Map.of("script", script)));
    assertThat(bench.controller.messages()).containsExactly("line 1", "line 2");
  }

  @Test
  void a_python_script_sees_its_input_files() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "python3 is needed");
    var result =
        run(
            bench.job(
                "io.kestra.plugin.scripts.python.Script",
                Map.of(
                    "script",
                    "import helper, json\n"
                        + "print(helper.NAME)\n"
                        + "print('::' + json.dumps({'outputs': {'n': 1}}) + '::')\n",
                    "beforeCommands",
                    List.of("echo before"),
                    "inputFiles",
                    Map.of("helper.py", "NAME = 'from a file'"))));
    assertThat(result.state()).isEqualTo(State.SUCCESS);
    assertThat(bench.controller.messages()).containsExactly("before", "from a file");
    assertThat(result.outputs().get("vars")).isEqualTo(Map.of("n", 1));
  }

  private static long sleepers() {
    return running("997");
  }

  /// How many live processes sleep for `seconds`.
  private static long running(String seconds) {
    return ProcessHandle.allProcesses()
        .filter(
            process ->
                process
                    .info()
                    .arguments()
                    .filter(args -> List.of(args).contains(seconds))
                    .isPresent())
        .count();
  }

  private Job shell(String... commands) {
    return shell(Map.of(), commands);
  }

  private Job shell(Map<String, Object> more, String... commands) {
    var properties = new LinkedHashMap<String, Object>(more);
    properties.put("commands", List.of(commands));
    return bench.job(SHELL, properties);
  }

  private JobResult run(Job job) throws InterruptedException {
    assertThat(bench.worker.offer(job)).isTrue();
    return bench.controller.result();
  }

  private static Map<?, ?> outputFiles(JobResult result) {
    if (!(result.outputs().get("outputFiles") instanceof Map<?, ?> files)) {
      throw new AssertionError("no outputFiles: " + result.outputs());
    }
    return files;
  }

  private static List<Object> names(Map<?, ?> files) {
    return List.copyOf(files.keySet());
  }

  private String read(@Nullable Object address) throws IOException {
    try (var content = bench.storage.open(URI.create(String.valueOf(address)))) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static java.io.InputStream stream(String text) {
    return new java.io.ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
