package io.orrery.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.State;
import io.orrery.rpc.Job;
import io.orrery.rpc.JobResult;
import io.orrery.storage.StoragePaths;
import io.orrery.storage.ValueShelf;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tasks about the items of files, state, and templated tasks.
class ItemTasksTest {

  private static final String CORE = "io.kestra.plugin.core.";

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

  private JobResult run(String type, Map<String, Object> properties) throws InterruptedException {
    return run(bench.job(CORE + type, properties));
  }

  private JobResult run(Job job) throws InterruptedException {
    assertThat(bench.worker.offer(job)).isTrue();
    return bench.controller.result();
  }

  private String put(String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    return bench.storage.put("/in/items.ion", new ByteArrayInputStream(bytes)).toString();
  }

  private List<String> lines(JobResult result) throws IOException {
    assertThat(result.state()).as(bench.controller.text()).isEqualTo(State.SUCCESS);
    try (var content =
        bench.storage.open(URI.create(String.valueOf(result.outputs().get("uri"))))) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .toList();
    }
  }

  @Test
  void of_each_key_the_last_item_stays_in_its_place() throws Exception {
    for (int seed = 0; seed < 20; seed++) {
      var chance = new Random(seed);
      var items = new ArrayList<Integer>();
      for (int i = chance.nextInt(200); i > 0; i--) {
        items.add(chance.nextInt(30));
      }
      var text = new StringBuilder();
      var last = new LinkedHashMap<Integer, Integer>();
      for (int i = 0; i < items.size(); i++) {
        text.append("{key:%d,place:%d}%n".formatted(items.get(i), i));
        last.putLast(items.get(i), i);
      }
      var result =
          run(
              "storage.DeduplicateItems",
              Map.of("from", put(text.toString()), "expr", "{{ key }}"));
      assertThat(lines(result))
          .isEqualTo(
              last.entrySet().stream()
                  .map(it -> "{key:%d,place:%d}".formatted(it.getKey(), it.getValue()))
                  .toList());
      assertThat(result.outputs())
          .containsEntry("numKeys", (long) last.size())
          .containsEntry("processedItemsTotal", (long) items.size())
          .containsEntry("droppedItemsTotal", (long) items.size() - last.size());
    }
  }

  @Test
  void items_are_filtered_by_what_a_condition_says_of_them() throws Exception {
    var file = put("{n:1}\n{n:2}\n{n:null}\n{n:\"x\"}\n");
    var condition = "{{ n % 2 == 1 }}";
    assertThat(filter(file, condition, "INCLUDE", "FAIL").state()).isEqualTo(State.FAILED);
    assertThat(lines(filter(file, condition, "INCLUDE", "EXCLUDE"))).containsExactly("{n:1}");
    assertThat(lines(filter(file, condition, "EXCLUDE", "EXCLUDE"))).containsExactly("{n:2}");
    assertThat(lines(filter(file, "{{ n }}", "INCLUDE", "INCLUDE"))).hasSize(4);
    assertThat(lines(filter(file, "{{ n }}", "INCLUDE", "EXCLUDE")))
        .containsExactly("{n:1}", "{n:2}", "{n:\"x\"}");
  }

  private JobResult filter(String file, String condition, String type, String otherwise)
      throws InterruptedException {
    return run(
        "storage.FilterItems",
        Map.of(
            "from", file,
            "filterCondition", condition,
            "filterType", type,
            "errorOrNullBehavior", otherwise));
  }

  @Test
  void what_is_no_item_fails_with_the_reason() throws Exception {
    var result =
        run("storage.FilterItems", Map.of("from", put("{n:"), "filterCondition", "{{ true }}"));
    assertThat(result.state()).isEqualTo(State.FAILED);
    assertThat(bench.controller.text()).contains("does not hold items in Ion");
  }

  @Test
  void the_files_of_the_execution_are_purged_and_no_others() throws Exception {
    var mine =
        bench.storage.put(
            StoragePaths.execution(Bench.FLOW, Bench.EXECUTION) + "/tasks/a/b.txt",
            new ByteArrayInputStream(new byte[1]));
    var other = URI.create(put("x"));
    var result = run("storage.PurgeCurrentExecutionFiles", Map.of());
    assertThat(result.outputs()).isEqualTo(Map.of("uris", List.of(mine.toString())));
    assertThat(bench.storage.size(mine)).isEqualTo(-1);
    assertThat(bench.storage.size(other)).isEqualTo(1);
    assertThat(run(bench.job("io.kestra.core.tasks.storages.PurgeExecution", Map.of())).state())
        .isEqualTo(State.SUCCESS);
  }

  @Test
  void values_that_stand_aside_outlive_the_files_of_their_execution() throws Exception {
    var folder = StoragePaths.execution(Bench.FLOW, Bench.EXECUTION);
    var shelf = new ValueShelf(bench.storage, 1_000);
    var ofTask = URI.create(shelf.put(folder + "/tasks/a/1/values", "large"));
    var ofInputs = URI.create(shelf.put(folder + "/values", "large"));
    var file =
        bench.storage.put(folder + "/tasks/a/1/values/mine.json", InputStream.nullInputStream());
    assertThat(run("storage.PurgeCurrentExecutionFiles", Map.of()).outputs())
        .isEqualTo(Map.of("uris", List.of(file.toString())));
    assertThat(shelf.read(ofTask.toString())).isEqualTo("large");
    assertThat(shelf.read(ofInputs.toString())).isEqualTo("large");
  }

  @Test
  void state_is_kept_by_flow_name_and_loop_value() throws Exception {
    assertThat(run("state.Get", Map.of()).outputs())
        .isEqualTo(Map.of("count", 0, "data", Map.of()));
    run("state.Set", Map.of("data", Map.of("{{ flow.namespace }}", 1)));
    var set = run("state.Set", Map.of("data", Map.of("b", List.of(2))));
    assertThat(set.outputs()).containsEntry("count", 2);
    assertThat(run("state.Get", Map.of()).outputs().get("data"))
        .isEqualTo(Map.of("io.acme.tests", 1, "b", List.of(2)));
    assertThat(run("state.Get", Map.of("name", "other name!")).outputs()).containsEntry("count", 0);
    assertThat(run("state.Get", Map.of("namespace", true)).outputs()).containsEntry("count", 0);
    var inLoop = Bench.at(bench.job(CORE + "state.Get", Map.of()), List.of("x"));
    assertThat(run(inLoop).outputs()).containsEntry("count", 0);
    var shared =
        Bench.at(bench.job(CORE + "state.Get", Map.of("taskrunValue", false)), List.of("x"));
    assertThat(run(shared).outputs()).containsEntry("count", 2);
    assertThat(run("state.Delete", Map.of()).outputs()).isEqualTo(Map.of("deleted", true));
    assertThat(run("state.Delete", Map.of("errorOnMissing", true)).state()).isEqualTo(State.FAILED);
    assertThat(run("state.Get", Map.of("errorOnMissing", true)).state()).isEqualTo(State.FAILED);
  }

  @Test
  void a_templated_task_is_run_as_if_it_stood_there() throws Exception {
    var spec = "id: x\ntype: {{ type }}\nformat: \"{{ 1 + 1 }}\"\nallowFailure: true\n";
    var job = bench.job(CORE + "templating.TemplatedTask", Map.of("spec", spec));
    var result = run(Bench.withVariables(job, Map.of("type", CORE + "debug.Return")));
    assertThat(result.outputs()).as(bench.controller.text()).isEqualTo(Map.of("value", "2"));
    for (var wrong :
        List.of(
            "type: " + CORE + "flow.Pause",
            "type: " + CORE + "templating.TemplatedTask\nspec: x",
            "type: " + CORE + "debug.Return\nfromat: x",
            "just text",
            "[1]",
            "{")) {
      assertThat(run("templating.TemplatedTask", Map.of("spec", wrong)).state())
          .as(wrong)
          .isEqualTo(State.FAILED);
    }
    assertThat(bench.controller.messages().stream().collect(Collectors.joining("\n")))
        .contains("must be a runnable task");
  }
}
