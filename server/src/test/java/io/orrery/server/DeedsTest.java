package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What people do to executions, as both generations of clients ask for it.
class DeedsTest {
  private static final String URL = "/api/v1/executions";

  @TempDir Path folder;
  private World world;
  private ExecutionId running;
  private ExecutionId ended;

  @BeforeEach
  void one_that_runs_and_one_that_ended() {
    world = new World(folder);
    world.save(World.HELLO);
    running = world.started("hello");
    ended = world.started("hello");
    world.orchestrator.move(ended, State.SUCCESS);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private int status(ExecutionId id, String deed) {
    return world.post(URL + "/" + id + "/" + deed).status();
  }

  @Test
  void each_generation_has_its_own_status_for_a_state_in_which_it_cannot_be_done() {
    assertThat(status(ended, "force-run")).isEqualTo(422);
    assertThat(status(ended, "actions/force-run")).isEqualTo(409);
    assertThat(status(running, "unqueue")).isEqualTo(422);
    assertThat(status(running, "actions/unqueue")).isEqualTo(409);
    assertThat(status(running, "change-status?status=FAILED")).isEqualTo(422);
    assertThat(status(running, "actions/change-status?status=FAILED")).isEqualTo(409);
    assertThat(status(ended, "pause")).isEqualTo(409);
  }

  @Test
  void an_execution_leaves_the_breakpoint_that_it_stands_at_and_none_other() {
    world.orchestrator.move(running, State.BREAKPOINT);
    var left = world.post(URL + "/" + running + "/resume-from-breakpoint?breakpoints=a,b.x");
    assertThat(left.status()).isEqualTo(200);
    assertThat(left.at("state.current")).isEqualTo("RUNNING");
    assertThat(status(running, "actions/resume-from-breakpoint")).isEqualTo(409);
    assertThat(status(running, "resume-from-breakpoint")).isEqualTo(409);
    var many = String.join(",", Collections.nCopies(101, "a"));
    assertThat(status(running, "resume-from-breakpoint?breakpoints=" + many)).isEqualTo(422);
  }

  @Test
  void labels_have_limits() {
    var path = URL + "/" + ended + "/labels";
    var wide = List.of(Map.of("key", "k", "value", "x".repeat(4097)));
    assertThat(world.json("POST", path, wide).status()).isEqualTo(422);
    var longKey = List.of(Map.of("key", "k".repeat(256), "value", "x"));
    assertThat(world.json("POST", path, longKey).string("message")).contains("at most 255");
    var many = new ArrayList<Map<String, String>>();
    for (int i = 0; i < 101; i++) {
      many.add(Map.of("key", "k" + i, "value", "x"));
    }
    assertThat(world.json("POST", path, many).status()).isEqualTo(422);
  }

  @Test
  void what_is_not_there_is_not_found() {
    for (var deed : List.of("pause", "unqueue", "force-run", "change-status?status=FAILED")) {
      assertThat(world.post(URL + "/nobody/" + deed).status()).as(deed).isEqualTo(404);
    }
    assertThat(world.post(URL + "/nobody/replay").status()).isEqualTo(404);
  }

  @Test
  void a_status_is_named_and_known() {
    assertThat(status(ended, "change-status")).isEqualTo(422);
    assertThat(status(ended, "change-status?status=GREEN")).isEqualTo(422);
    var changed = world.post(URL + "/" + ended + "/change-status?status=WARNING");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.at("state.current")).isEqualTo("WARNING");
  }

  @Test
  void labels_need_both_parts_and_leave_the_system_alone() {
    var path = URL + "/" + ended + "/labels";
    var good = List.of(Map.of("key", "team", "value", "blue"));

    assertThat(world.json("POST", path, good).status()).isEqualTo(200);
    var empty = Collections.singletonMap("key", null);
    assertThat(world.json("POST", path, List.of(empty)).status()).isEqualTo(422);
    var system = Map.of("key", "system.x", "value", "y");
    assertThat(world.json("POST", path, List.of(system)).status()).isEqualTo(422);
    assertThat(world.json("POST", path, Map.of()).status()).isEqualTo(422);
    assertThat(world.json("POST", URL + "/" + running + "/labels", good).status()).isEqualTo(400);
    assertThat(world.json("POST", URL + "/" + running + "/actions/labels", good).status())
        .isEqualTo(409);
  }

  @Test
  void labels_of_many_come_with_their_ids() {
    var labels = List.of(Map.of("key", "team", "value", "blue"));
    var body = Map.of("executionsId", List.of(ended.value()), "executionLabels", labels);

    assertThat(world.json("POST", URL + "/labels/by-ids", body).at("count")).isEqualTo(1);
    var both =
        Map.of("executionsId", List.of(ended.value(), running.value()), "executionLabels", labels);
    assertThat(world.json("POST", URL + "/labels/by-ids", both).status()).isEqualTo(400);
  }

  @Test
  void a_template_gives_its_text_or_why_it_does_not() {
    var good = world.post(URL + "/" + ended + "/eval", "text/plain", "{{ flow.id }}");
    assertThat(good.json()).isEqualTo(Map.of("result", "{{ flow.id }}"));
    var bad =
        world.post(URL + "/" + ended + "/actions/eval/" + ended + "-0", "text/plain", "missing");
    assertThat(bad.status()).isEqualTo(200);
    assertThat(bad.json()).isEqualTo(Map.of("error", "it is missing", "stackTrace", "at line 1"));
  }

  @Test
  void a_replay_passes_on_where_from_and_on_which_revision() {
    assertThat(status(ended, "replay?taskRunId=" + ended + "-3&revision=1")).isEqualTo(200);
    var replay = world.orchestrator.replays().getLast();
    assertThat(replay.from()).contains(new TaskRunId(ended, 3));
    assertThat(replay.revision()).contains(1);
    assertThat(replay.inputs()).isEqualTo(Optional.empty());

    var unknown = world.post(URL + "/" + ended + "/replay?taskRunId=something");
    assertThat(unknown.status()).isEqualTo(422);
    assertThat(unknown.text()).contains("No task found");
  }

  @Test
  void a_replay_with_inputs_reads_them_as_a_start_does() {
    var path = URL + "/" + ended + "/replay-with-inputs";
    assertThat(world.form(path, new Form().text("count", "x")).status()).isEqualTo(422);

    assertThat(world.form(path, new Form().text("name", "Zoë")).status()).isEqualTo(200);
    var replay = world.orchestrator.replays().getLast();
    assertThat(replay.inputs()).contains(Map.of("name", "Zoë"));
  }

  @Test
  void a_task_run_is_marked_by_its_id_and_a_state() {
    var path = URL + "/" + ended + "/state";
    var good = Map.of("taskRunId", ended + "-0", "state", "FAILED");
    assertThat(world.json("POST", path, good).at("state.current")).isEqualTo("RESTARTED");
    assertThat(world.json("POST", path, Map.of("state", "FAILED")).status()).isEqualTo(422);
    var odd = Map.of("taskRunId", "x", "state", "FAILED");
    assertThat(world.json("POST", path, odd).text()).contains("No task found");
  }

  @Test
  void a_flow_that_is_called_as_an_action_can_be_started() {
    world.save(World.HELLO.replace("id: hello", "id: pause"));

    var started = world.post(URL + "/demo.team/pause");

    assertThat(started.status()).isEqualTo(200);
    assertThat(started.at("flowId")).isEqualTo("pause");
    assertThat(status(running, "pause")).isEqualTo(200);
  }

  @Test
  void the_last_execution_of_each_flow_is_told() {
    var flows =
        List.of(
            Map.of("namespace", "demo.team", "id", "hello"),
            Map.of("namespace", "demo.team", "id", "nobody"));
    var last = world.json("POST", URL + "/latest", flows);
    assertThat(last.json()).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(1);
    assertThat(last.at("0.flowId")).isEqualTo("hello");
    assertThat(world.json("POST", URL + "/latest", List.of("x")).status()).isEqualTo(422);
  }

  @Test
  void bulk_deeds_do_all_or_nothing() {
    var both = List.of(running.value(), ended.value());
    assertThat(world.json("POST", URL + "/pause/by-ids", both).status()).isEqualTo(400);
    assertThat(world.json("POST", URL + "/force-run/by-ids", both).status()).isEqualTo(400);
    assertThat(world.json("POST", URL + "/unqueue/by-ids", both).status()).isEqualTo(400);
    assertThat(world.json("POST", URL + "/replay/by-ids", both).at("count")).isEqualTo(2);
    assertThat(world.json("POST", URL + "/change-status/by-ids?newStatus=FAILED", both).status())
        .isEqualTo(400);
    var gone = world.json("DELETE", URL + "/by-ids?includeNonTerminated=true", both);
    assertThat(gone.at("count")).isEqualTo(2);
    assertThat(world.get(URL + "/" + running).status()).isEqualTo(404);
  }
}
