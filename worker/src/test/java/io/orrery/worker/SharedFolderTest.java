package io.orrery.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.flow.TaskCache;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.State;
import io.orrery.rpc.Job;
import io.orrery.rpc.JobResult;
import io.orrery.rpc.SharedFolder;
import io.orrery.rpc.SharedFolder.Use;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedFolderTest {

  private static final String TYPE = "io.kestra.plugin.core.flow.WorkingDirectory";
  private static final String SHELL = "io.kestra.plugin.scripts.shell.Commands";
  private static final TaskRunId BOX = new TaskRunId(Bench.EXECUTION, 1_000);

  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void open() {
    bench = Bench.open(folder);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private JobResult run(String type, Map<String, Object> properties, SharedFolder shared)
      throws InterruptedException {
    return run(Bench.sharing(bench.job(type, properties), shared));
  }

  private JobResult run(Job job) throws InterruptedException {
    assertThat(bench.worker.offer(job)).isTrue();
    return bench.controller.result();
  }

  private static SharedFolder box(int generation, Use use) {
    return new SharedFolder(BOX, generation, use);
  }

  private JobResult shell(int generation, String command) throws InterruptedException {
    return run(
        SHELL,
        Map.of("commands", List.of(command), "outputFiles", List.of("*.txt")),
        box(generation, Use.NEEDS));
  }

  private List<Path> left() throws IOException {
    try (var files = Files.list(bench.folder)) {
      return files.toList();
    }
  }

  private static Map<?, ?> files(JobResult result) {
    return result.outputs().get("outputFiles") instanceof Map<?, ?> files ? files : Map.of();
  }

  private String read(@Nullable Object address) throws IOException {
    try (var content = bench.storage.open(URI.create(String.valueOf(address)))) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void tasks_find_what_those_before_them_made() throws Exception {
    var made = run(TYPE, Map.of("inputFiles", Map.of("a.txt", "{{ 1 + 1 }}")), box(0, Use.MAKES));
    assertThat(made.state()).as(bench.controller.text()).isEqualTo(State.SUCCESS);
    assertThat(shell(0, "cat a.txt > b.txt; test \"$PWD\" = '{{ workingDir }}'").state())
        .as(bench.controller.text())
        .isEqualTo(State.SUCCESS);
    var kept = run(TYPE, Map.of("outputFiles", List.of("*.txt")), box(0, Use.KEEPS));
    var files = files(kept);
    assertThat(files.keySet()).isEqualTo(java.util.Set.of("a.txt", "b.txt"));
    assertThat(read(files.get("b.txt"))).isEqualTo("2");
    assertThat(left()).hasSize(1);
  }

  @Test
  void input_files_are_texts_trees_json_or_stored_files() throws Exception {
    var stored =
        bench.storage.put(
            "/x/y.txt",
            new java.io.ByteArrayInputStream("stored".getBytes(StandardCharsets.UTF_8)));
    run(
        TYPE,
        Map.of("inputFiles", "{\"sub/one.txt\": \"" + stored + "\", \"two.json\": {\"a\": [1]}}"),
        box(0, Use.MAKES));
    var result = shell(0, "cat sub/one.txt two.json > all.txt");
    assertThat(read(files(result).get("all.txt"))).isEqualTo("stored{\"a\":[1]}");
    var outside = run(TYPE, Map.of("inputFiles", Map.of("../x", "y")), box(0, Use.MAKES));
    assertThat(outside.state()).isEqualTo(State.FAILED);
  }

  @Test
  void what_a_task_needs_for_itself_alone_does_not_stay() throws Exception {
    run(TYPE, Map.of(), box(0, Use.MAKES));
    run(
        "io.kestra.plugin.scripts.python.Script",
        Map.of("script", "open('made.txt', 'w').write('x')"),
        box(0, Use.NEEDS));
    var kept = run(TYPE, Map.of("outputFiles", List.of("**")), box(0, Use.KEEPS));
    assertThat(files(kept).keySet())
        .as(bench.controller.text())
        .isEqualTo(java.util.Set.of("made.txt"));
  }

  @Test
  void a_job_whose_folder_is_not_here_does_not_run() throws Exception {
    assertThat(shell(0, "true").state()).isEqualTo(State.RESUBMITTED);
    run(TYPE, Map.of(), box(0, Use.MAKES));
    assertThat(shell(1, "true").state()).isEqualTo(State.RESUBMITTED);
    assertThat(run(TYPE, Map.of(), box(1, Use.KEEPS)).state()).isEqualTo(State.RESUBMITTED);
    assertThat(run(SHELL, Map.of("commands", List.of("true")), box(1, Use.LIKES)).state())
        .isEqualTo(State.SUCCESS);
  }

  @Test
  void a_new_folder_is_empty_and_the_older_one_is_no_more() throws Exception {
    run(TYPE, Map.of("inputFiles", Map.of("old.txt", "x")), box(0, Use.MAKES));
    run(TYPE, Map.of(), box(1, Use.MAKES));
    assertThat(shell(1, "test ! -e old.txt").state()).isEqualTo(State.SUCCESS);
    assertThat(shell(0, "true").state()).isEqualTo(State.RESUBMITTED);
  }

  @Test
  void a_released_folder_is_gone_once_nobody_works_in_it() throws Exception {
    run(TYPE, Map.of(), box(0, Use.MAKES));
    assertThat(
            bench.worker.offer(
                Bench.sharing(
                    bench.job(
                        SHELL,
                        Map.of("commands", List.of("echo here; read x < " + fifo() + "; touch y"))),
                    box(0, Use.NEEDS))))
        .isTrue();
    bench.controller.line("here");
    bench.worker.release(BOX);
    assertThat(left()).hasSize(1);
    Files.writeString(fifo(), "go\n");
    assertThat(bench.controller.result().state()).isEqualTo(State.SUCCESS);
    assertThat(shell(0, "true").state()).isEqualTo(State.RESUBMITTED);
  }

  private Path fifo() throws IOException, InterruptedException {
    var fifo = folder.resolve("fifo");
    if (!Files.exists(fifo)) {
      assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    }
    return fifo;
  }

  @Test
  void folders_of_an_earlier_process_are_deleted_at_the_start() throws Exception {
    run(TYPE, Map.of("inputFiles", Map.of("a.txt", "x")), box(0, Use.MAKES));
    var copy = bench.folder.resolve("shared-forgotten");
    Files.createDirectories(copy.resolve("deep"));
    bench.close();
    bench = Bench.open(folder);
    assertThat(copy).doesNotExist();
    assertThat(shell(0, "true").state()).isEqualTo(State.RESUBMITTED);
  }

  @Test
  void a_cache_hands_files_to_the_next_folder_of_the_same_task_and_loop_value() throws Exception {
    var cache = Map.<String, Object>of("patterns", List.of("lib/**"), "ttl", "PT1H");
    run(TYPE, Map.of("cache", cache), box(0, Use.MAKES));
    shell(0, "mkdir lib; echo one > lib/a; echo two > other");
    run(TYPE, Map.of("cache", cache), box(0, Use.KEEPS));

    run(TYPE, Map.of("cache", cache), box(1, Use.MAKES));
    assertThat(shell(1, "grep one lib/a && test ! -e other").state()).isEqualTo(State.SUCCESS);
    var elsewhere = Bench.at(bench.job(TYPE, Map.of("cache", cache)), List.of("v"));
    run(Bench.sharing(elsewhere, box(2, Use.MAKES)));
    assertThat(shell(2, "test ! -e lib").state()).isEqualTo(State.SUCCESS);

    run(
        TYPE,
        Map.of("cache", Map.of("patterns", List.of("lib/**"), "ttl", "PT0S")),
        box(3, Use.MAKES));
    assertThat(shell(3, "test ! -e lib").state()).isEqualTo(State.SUCCESS);
  }

  @Test
  void outputs_are_used_again_while_the_rendered_task_is_the_same() throws Exception {
    var counter = folder.resolve("counter");
    var first = cached(counter, "a", Optional.empty());
    assertThat(run(first).outputs()).containsEntry("exitCode", 0);
    var again = run(cached(counter, "a", Optional.empty()));
    assertThat(again.state()).isEqualTo(State.SUCCESS);
    var file = String.valueOf(files(again).get("x.txt"));
    assertThat(read(file)).isEqualTo("a\n");
    assertThat(file).contains(again.taskRun().toString());
    assertThat(bench.controller.text()).contains("taken from the task cache");
    assertThat(Files.readString(counter)).isEqualTo("a\n");
    run(cached(counter, "b", Optional.empty()));
    assertThat(Files.readString(counter)).isEqualTo("a\nb\n");
  }

  @Test
  void outputs_that_are_too_old_or_of_a_failure_are_not_used() throws Exception {
    var counter = folder.resolve("counter");
    run(cached(counter, "a", Optional.of(java.time.Duration.ZERO)));
    run(cached(counter, "a", Optional.of(java.time.Duration.ZERO)));
    assertThat(Files.readString(counter)).isEqualTo("a\na\n");
    run(cached(counter, "fails", Optional.empty()));
    assertThat(run(cached(counter, "fails", Optional.empty())).state()).isEqualTo(State.FAILED);
  }

  private Job cached(Path counter, String text, Optional<java.time.Duration> ttl) {
    var job =
        bench.job(
            SHELL,
            Map.of(
                "commands",
                List.of(
                    "echo {{ what }} | tee -a " + counter + " > x.txt", "test {{ what }} != fails"),
                "outputFiles",
                List.of("x.txt")));
    return Bench.caching(Bench.withVariables(job, Map.of("what", text)), new TaskCache(ttl));
  }
}
