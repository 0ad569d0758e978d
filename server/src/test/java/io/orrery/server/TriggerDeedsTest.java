package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.store.sql.SqlLeaseStore;
import io.orrery.store.sql.SqlVnodeStore;
import io.orrery.store.vnode.Changes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What people do to triggers, and what they ask of their slots.
@Timeout(60)
class TriggerDeedsTest {
  private static final String URL = "/api/v1/main/triggers";
  private static final String ONE = URL + "/demo.team/hello/hourly";
  private static final TriggerId ID = new TriggerId(new FlowId("demo.team", "hello"), "hourly");
  private static final Map<String, Object> NAME =
      Map.of("namespace", "demo.team", "flowId", "hello", "triggerId", "hourly");
  private static final Map<String, Object> NOBODY =
      Map.of("namespace", "a", "flowId", "b", "triggerId", "c");

  private final World world;

  TriggerDeedsTest(@TempDir Path folder) {
    world = new World(folder);
  }

  /// Waits for `abc` since ten; nine was skipped, and what came before fired.
  @BeforeEach
  void one_trigger() {
    world.save(
        World.HELLO
            + "concurrency:\n  limit: 2\n"
            + "triggers:\n"
            + "  - id: hourly\n"
            + "    type: io.kestra.plugin.core.trigger.Schedule\n"
            + "    cron: 0 * * * *\n");
    world.triggers.add(state(ID, Optional.of(new ExecutionId("abc"))));
    var changes = new Changes();
    changes.add(fired(Instant.parse("2026-03-01T08:00:00Z")));
    var nine = Instant.parse("2026-03-01T09:00:00Z");
    changes.add(
        new SkipRange(
            ID,
            Fire.SCHEDULE_LANE,
            nine,
            nine,
            1,
            Decision.SKIPPED_POLICY,
            Cause.RESTART,
            "NONE",
            nine.plusSeconds(600)));
    var lease =
        new SqlLeaseStore(world.database).claim("here", Duration.ofMinutes(10)).orElseThrow();
    new SqlVnodeStore(world.database).commit(lease, lease.vnodes(), changes);
  }

  private static TriggerState state(TriggerId id, Optional<ExecutionId> holder) {
    return new TriggerState(
        id,
        1,
        Optional.of(World.NOW),
        Optional.of(World.NOW.minusSeconds(3600)),
        Optional.empty(),
        holder,
        false,
        Optional.empty(),
        "2026a",
        World.NOW);
  }

  private static Fire fired(Instant slot) {
    return new Fire(
        ID,
        Fire.SCHEDULE_LANE,
        slot,
        Decision.FIRED,
        Cause.ON_TIME,
        "ALL",
        4,
        1,
        Optional.of(new ExecutionId("xyz")),
        slot.plusMillis(4));
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void a_locked_trigger_is_unlocked_once() {
    var unlocked = world.post(ONE + "/unlock");
    assertThat(unlocked.at("locked")).isEqualTo(false);
    assertThat(world.post(ONE + "/unlock").status()).isEqualTo(409);
    assertThat(world.post(URL + "/a/b/c/unlock").status()).isEqualTo(404);
  }

  @Test
  void many_are_unlocked_by_name_or_by_query_and_those_that_were_locked_are_counted() {
    world.triggers.add(state(new TriggerId(ID.flow(), "free"), Optional.empty()));
    var byQuery = world.post(URL + "/unlock/by-query?namespace=demo");
    assertThat(byQuery.at("count")).isEqualTo(1);
    assertThat(json("POST", "/unlock/by-triggers", List.of(NAME)).at("count")).isEqualTo(0);
    assertThat(json("POST", "/unlock/by-triggers", List.of(NOBODY)).status()).isEqualTo(404);
    assertThat(world.post(URL + "/unlock/by-query?namespace=other").at("count")).isEqualTo(0);
  }

  private World.Reply json(String method, String path, Object body) {
    return world.json(method, URL + path, body);
  }

  @Test
  void a_trigger_is_restarted_and_its_state_deleted() {
    assertThat(world.post(ONE + "/restart").at("locked")).isEqualTo(false);
    assertThat(world.delete(ONE).status()).isEqualTo(204);
    assertThat(world.delete(URL + "/a/b/c").status()).isEqualTo(404);
    assertThat(json("DELETE", "/delete/by-triggers", List.of(NAME)).at("count")).isEqualTo(1);
    assertThat(world.delete(URL + "/delete/by-query?flowId=hello").at("count")).isEqualTo(1);
  }

  @Test
  void running_now_waits_for_nobody_only_when_forced() {
    assertThat(world.post(ONE + "/run-now").status()).isEqualTo(409);
    assertThat(world.post(ONE + "/run-now?force=true").at("id")).isEqualTo("manual");
    assertThat(world.post(URL + "/a/b/c/run-now").status()).isEqualTo(404);
  }

  @Test
  void backfills_are_changed_by_query() {
    assertThat(world.post(URL + "/backfill/pause/by-query").at("count")).isEqualTo(0);
    var asked = Map.of("trigger", NAME, "backfill", Map.of("start", "2026-02-01T00:00:00Z"));
    assertThat(json("PUT", "/backfill/create", asked).status()).isEqualTo(200);
    for (var deed : List.of("pause", "unpause", "delete")) {
      var reply = world.post(URL + "/backfill/" + deed + "/by-query?namespace=demo.team");
      assertThat(reply.at("count")).as(deed).isEqualTo(1);
    }
  }

  @Test
  void slots_are_what_was_decided_then_what_will_be() {
    var reply = world.get(ONE + "/slots?from=2026-03-01&to=2026-03-01T12:00:00Z");
    assertThat(reply.at("zone")).isEqualTo("Z");
    assertThat(statuses(reply))
        .containsExactly("FIRED", "SKIPPED_POLICY", "HELD", "PREDICTED", "PREDICTED");
    assertThat(reply.at("results.0.date")).isEqualTo("2026-03-01T08:00:00Z");
    assertThat(reply.at("results.0.lateness")).isEqualTo("PT0.004S");
    assertThat(reply.at("results.0.executionId")).isEqualTo("xyz");
    assertThat(reply.at("results.1.count")).isEqualTo(1);
    assertThat(reply.at("results.1.cause")).isEqualTo("RESTART");
    assertThat(reply.at("results.3.date")).isEqualTo("2026-03-01T11:00:00Z");
    assertThat(reply.at("next")).isNull();
  }

  private static List<Object> statuses(World.Reply reply) {
    var statuses = new ArrayList<Object>();
    for (int i = 0; reply.at("results." + i + ".status") != null; i++) {
      statuses.add(reply.string("results." + i + ".status"));
    }
    return statuses;
  }

  @Test
  void slots_come_in_pages_from_either_end() {
    var range = "/slots?from=2026-03-01&to=2026-03-01T12:00:00Z&size=1";
    var seen = new ArrayList<Object>();
    var cursor = "";
    do {
      var reply = world.get(ONE + range + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
      seen.addAll(statuses(reply));
      cursor = reply.at("next") == null ? "" : reply.string("next");
    } while (!cursor.isEmpty() && seen.size() < 9);
    assertThat(seen).containsExactly("FIRED", "SKIPPED_POLICY", "HELD", "PREDICTED", "PREDICTED");
    assertThat(statuses(world.get(ONE + range + "&order=desc"))).containsExactly("SKIPPED_POLICY");
    assertThat(world.get(ONE + range + "&order=up").status()).isEqualTo(422);
    assertThat(world.get(ONE + range + "&cursor=x").status()).isEqualTo(422);
    assertThat(world.get(ONE + "/slots?size=0").status()).isEqualTo(422);
    assertThat(world.get(URL + "/a/b/c/slots").status()).isEqualTo(404);
  }

  @Test
  void why_is_one_line() {
    var reply = world.get(ONE + "/why?at=09:00");
    assertThat(reply.at("kind")).isEqualTo("SKIPPED_POLICY");
    assertThat(reply.at("why"))
        .isEqualTo(
            "2026-03-01T09:00:00Z was skipped: it was late, since the server was started again"
                + " (RESTART), and recoverMissedSchedules NONE fires nothing late.");
    assertThat(reply.at("date")).isEqualTo("2026-03-01T09:00:00Z");
    assertThat(reply.at("nextDate")).isEqualTo("2026-03-01T10:00:00Z");
    assertThat(world.get(ONE + "/why?at=2026-03-01T08:00:00%2B00:00").at("kind"))
        .isEqualTo("FIRED_ON_TIME");
    assertThat(world.get(ONE + "/why?at=10:00").string("why"))
        .contains("waits: execution abc (deleted since) has not ended");
    assertThat(world.get(ONE + "/why?at=noon").status()).isEqualTo(422);
    assertThat(world.get(ONE + "/why").status()).isEqualTo(422);
    assertThat(world.get(URL + "/a/b/c/why?at=09:00").status()).isEqualTo(404);
  }

  @Test
  void missed_slots_of_a_namespace_are_listed() {
    var reply = world.get(URL + "/missed?namespace=demo");
    assertThat(reply.at("total")).isEqualTo(1);
    assertThat(reply.at("results.0.triggerId")).isEqualTo("hourly");
    assertThat(reply.at("results.0.status")).isEqualTo("SKIPPED_POLICY");
    assertThat(world.get(URL + "/missed?namespace=other").at("total")).isEqualTo(0);
    assertThat(world.get(URL + "/missed?since=PT30M").at("total")).isEqualTo(0);
  }

  @Test
  void the_places_of_a_concurrency_limit_are_counted_from_the_executions() {
    world.started("hello");
    var limits = "/api/v1/main/concurrency-limit";
    var reply = world.get(limits + "/search");
    assertThat(reply.at("total")).isEqualTo(1);
    assertThat(reply.at("results.0.flowId")).isEqualTo("hello");
    assertThat(reply.at("results.0.running")).isEqualTo(1);
    assertThat(reply.at("results.0.limit")).isEqualTo(2);
    var one = limits + "/demo.team/hello";
    assertThat(world.json("PUT", one, Map.of("running", 0)).at("running")).isEqualTo(1);
    assertThat(world.json("PUT", one, Map.of()).status()).isEqualTo(422);
    assertThat(world.get(one).at("queued")).isEqualTo(0);
    assertThat(world.get(limits + "/demo.team/other").status()).isEqualTo(404);
  }
}
