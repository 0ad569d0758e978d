package io.orrery.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.State;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutionsTest {
  private static final String URL = "/api/v1/executions";
  private static final String START = URL + "/demo.team/hello";

  private final World world;
  private final Path folder;

  ExecutionsTest(@TempDir Path folder) {
    this.folder = folder;
    world = new World(folder);
  }

  @BeforeEach
  void two_flows() {
    world.save(World.HELLO);
    world.save(World.PAUSE);
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void a_start_without_a_body_takes_the_defaults() {
    var reply = world.post(START);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.string("id")).hasSize(22);
    assertThat(reply.at("inputs")).isEqualTo(Map.of("name", "world"));
    assertThat(reply.at("state.current")).isEqualTo("RUNNING");
    assertThat(reply.at("labels")).isEqualTo(List.of(Map.of("key", "owner", "value", "ada")));
    assertThat(reply.string("url"))
        .isEqualTo(world.uri("/ui/executions/demo.team/hello/" + reply.string("id")).toString());
  }

  @Test
  void the_link_goes_to_the_public_address_when_there_is_one() {
    try (var named = new World(World.config(folder).at(URI.create("https://flows.example.org")))) {
      named.save(World.HELLO);

      assertThat(named.post(START).string("url"))
          .startsWith("https://flows.example.org/ui/executions/demo.team/hello/");
    }
  }

  @Test
  void the_old_path_and_the_tenant_start_too() {
    assertThat(world.post(URL + "/trigger/demo.team/hello").status()).isEqualTo(200);
    assertThat(world.post("/api/v1/main/executions/demo.team/hello").status()).isEqualTo(200);
  }

  @Test
  void inputs_come_as_form_parts_and_unknown_ones_are_passed_over() {
    var reply =
        world.form(START, new Form().text("name", "Zoë").text("count", "3").text("other", "x"));

    assertThat(reply.at("inputs")).isEqualTo(Map.of("name", "Zoë", "count", 3));
  }

  @Test
  void a_url_encoded_form_is_taken_as_well() {
    var reply = world.post(START, "application/x-www-form-urlencoded", "name=a+b&count=4");

    assertThat(reply.at("inputs")).isEqualTo(Map.of("name", "a b", "count", 4));
  }

  @Test
  void a_file_is_kept_under_the_execution_whatever_it_is_called() {
    var content = "hello".getBytes(UTF_8);
    var reply = world.form(START, new Form().file("doc", "../../etc/my file.txt", content));

    var id = reply.string("id");
    var path = "/demo/team/hello/executions/" + id + "/inputs/doc/my_file.txt";
    assertThat(reply.at("inputs.doc")).isEqualTo("kestra://" + path);
    assertThat(world.storage.paths()).containsExactly(path);
  }

  @Test
  void a_file_may_be_named_by_its_file_name() {
    var reply = world.form(START, new Form().file("files", "doc", new byte[100_000]));

    assertThat(reply.string("inputs.doc")).endsWith("/inputs/doc/doc.upl");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void wrong_inputs_are_told_and_leave_no_files() {
    var reply =
        world.form(
            START, new Form().text("count", "many").file("doc", "a.txt", "x".getBytes(UTF_8)));

    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.string("message"))
        .startsWith("Invalid entity: ")
        .contains("Invalid input for `count`");
    assertThat(world.storage.paths()).isEmpty();
    assertThat(world.get(URL + "/search").at("total")).isEqualTo(0);
  }

  @Test
  void an_unknown_or_disabled_flow_does_not_start() {
    world.save(World.HELLO.replace("id: hello", "id: off") + "disabled: true\n");

    assertThat(world.post(URL + "/demo.team/nobody").status()).isEqualTo(404);
    assertThat(world.post(START + "?revision=7").status()).isEqualTo(404);
    assertThat(world.post(URL + "/demo.team/off").status()).isEqualTo(409);
  }

  @Test
  void labels_come_with_the_start() {
    var reply = world.post(START + "?labels=project%3Afoo%2Cbar&labels=url:https:%2F%2Fa.b");

    assertThat(reply.at("labels"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .contains(
            Map.of("key", "project", "value", "foo,bar"),
            Map.of("key", "url", "value", "https://a.b"));
    assertThat(world.get(URL + "/search?labels=project%3Afoo%2Cbar").at("total")).isEqualTo(1);
    assertThat(world.get(URL + "/search?labels=url:+https:%2F%2Fa.b").at("total")).isEqualTo(1);
    assertThat(world.get(URL + "/search?labels=project%3Afoo").at("total")).isEqualTo(0);
  }

  @Test
  void bad_and_system_labels_are_refused() {
    assertThat(world.post(START + "?labels=system.label:x").status()).isEqualTo(422);
    assertThat(world.post(START + "?labels=key:").status()).isEqualTo(422);
    assertThat(world.post(START + "?labels=key").status()).isEqualTo(422);
    assertThat(world.post(START + "?labels=system.correlationId:x").status()).isEqualTo(200);
  }

  @Test
  void a_schedule_date_is_passed_on() {
    var reply = world.post(START + "?scheduleDate=2026-03-02T08:00:00%2B02:00");

    assertThat(reply.at("scheduleDate")).isEqualTo("2026-03-02T06:00:00Z");
    assertThat(world.post(START + "?scheduleDate=soon").status()).isEqualTo(422);
  }

  @Test
  void waiting_answers_when_the_execution_has_ended() {
    var reply = CompletableFuture.supplyAsync(() -> world.post(START + "?wait=true"));
    var id = world.awaited();

    world.orchestrator.move(id, State.SUCCESS);

    assertThat(reply.join().at("state.current")).isEqualTo("SUCCESS");
    assertThat(reply.join().at("taskRunList.0.taskId")).isEqualTo("say");
    assertThat(world.orchestrator.followers(id)).isZero();
  }

  @Test
  void validation_tells_each_input_and_starts_nothing() {
    var reply =
        world.form(
            START + "/validate",
            new Form().text("count", "x").file("doc", "a.txt", "x".getBytes(UTF_8)));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.at("id")).isEqualTo("hello");
    assertThat(reply.at("inputs.0.input.id")).isEqualTo("name");
    assertThat(reply.at("inputs.0.isDefault")).isEqualTo(true);
    assertThat(reply.string("inputs.1.errors.0.message")).contains("whole number");
    assertThat(world.storage.paths()).isEmpty();
    assertThat(world.get(URL + "/search").at("total")).isEqualTo(0);
  }

  @Test
  void an_execution_is_read_with_its_task_runs() {
    var id = world.started("hello");
    world.orchestrator.output(id, 0, "say", Map.of("value", 42));
    world.orchestrator.move(id, State.SUCCESS);

    var reply = world.get(URL + "/" + id);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.at("namespace")).isEqualTo("demo.team");
    assertThat(reply.at("flowRevision")).isEqualTo(1);
    assertThat(reply.at("originalId")).isEqualTo(id.value());
    assertThat(reply.at("metadata.attemptNumber")).isEqualTo(1);
    assertThat(reply.at("state.histories")).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(3);
    assertThat(reply.at("state.duration")).isEqualTo("PT0S");
    assertThat(reply.at("state.endDate")).isEqualTo("2026-03-01T10:00:00Z");
    assertThat(reply.at("taskRunList.0.id")).isEqualTo(id + "-0");
    assertThat(reply.at("taskRunList.0.outputs.value")).isEqualTo(42);
    assertThat(reply.at("taskRunList.0.attempts.0.state.current")).isEqualTo("RUNNING");
    assertThat(reply.at("parentId")).isNull();
    assertThat(world.get(URL + "/nobody").status()).isEqualTo(404);
  }

  @Test
  void ten_thousand_task_runs_are_read_whole() {
    var id = world.started("hello");
    world.orchestrator.output(id, 9_999, "say", Map.of("value", "last"));

    var runs = world.get(URL + "/" + id).at("taskRunList");

    assertThat(runs).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(10_000);
  }

  @Test
  void outputs_are_listed_and_read() {
    var id = world.started("hello");
    world.orchestrator.output(id, 0, "say", Map.of("value", 42));

    var list = world.get("/api/v1/outputs/" + id);

    assertThat(list.at("0.taskId")).isEqualTo("say");
    assertThat(list.at("0.taskRunId")).isEqualTo(id + "-0");
    assertThat(world.get("/api/v1/outputs/" + id + "/" + id + "-0").json())
        .isEqualTo(Map.of("value", 42));
    assertThat(world.get("/api/v1/outputs/" + id + "/" + id + "-9").status()).isEqualTo(404);
    assertThat(world.get("/api/v1/outputs/" + id + "/nonsense").status()).isEqualTo(404);
  }

  @Test
  void search_filters_in_both_spellings() {
    var running = world.started("hello");
    var failed = world.started("hello");
    world.orchestrator.move(failed, State.FAILED);
    world.started("gate");

    assertThat(total("state=RUNNING")).isEqualTo(1);
    assertThat(total("state=RUNNING&state=FAILED")).isEqualTo(2);
    assertThat(total("filters%5Bstate%5D%5BIN%5D=RUNNING,FAILED")).isEqualTo(2);
    assertThat(total("filters%5Bstate%5D%5BNOT_IN%5D=RUNNING")).isEqualTo(2);
    assertThat(total("flowId=gate")).isEqualTo(1);
    assertThat(total("filters%5BflowId%5D%5BEQUALS%5D=gate")).isEqualTo(1);
    assertThat(total("filters%5BflowId%5D%5BNOT_EQUALS%5D=gate")).isEqualTo(2);
    assertThat(total("filters%5BflowId%5D%5BSTARTS_WITH%5D=ga")).isEqualTo(1);
    assertThat(total("filters%5BexecutionId%5D%5BIN%5D=" + running + "," + failed)).isEqualTo(2);
    assertThat(total("filters%5Bnamespace%5D%5BEQUALS%5D=demo")).isEqualTo(0);
    assertThat(total("filters%5Bnamespace%5D%5BPREFIX%5D=demo")).isEqualTo(3);
    assertThat(total("filters%5Bscope%5D%5BEQUALS%5D=USER")).isEqualTo(3);
    assertThat(total("scope=SYSTEM")).isEqualTo(0);
    assertThat(total("filters%5Bkind%5D%5BEQUALS%5D=TEST")).isEqualTo(0);
    assertThat(total("namespace=demo")).isEqualTo(3);
    assertThat(total("q=" + running)).isEqualTo(1);
    assertThat(total("timeRange=PT12H")).isEqualTo(3);
    assertThat(total("startDate=2026-03-02T00:00:00Z")).isEqualTo(0);
    assertThat(total("endDate=2026-03-02")).isEqualTo(3);
    assertThat(total("childFilter=CHILD")).isEqualTo(0);
    assertThat(total("triggerExecutionId=" + running)).isEqualTo(0);
    assertThat(world.get(URL + "?namespace=demo.team&flowId=hello").at("total")).isEqualTo(2);
    assertThat(world.get(URL).status()).isEqualTo(422);
    assertThat(world.get(URL + "/search").at("results.0.taskRunList")).isNull();
  }

  private Object total(String query) {
    return String.valueOf(world.get(URL + "/search?" + query).at("total"))
        .transform(Integer::valueOf);
  }

  @Test
  void a_comparison_that_is_not_understood_is_refused_and_nothing_is_deleted() {
    var id = world.started("hello");
    world.orchestrator.move(id, State.SUCCESS);
    for (var filter : List.of("flowId%5D%5BREGEX", "childFilter%5D%5BIN", "labels%5D%5BCONTAINS")) {
      var reply = world.delete(URL + "/by-query?filters%5B" + filter + "%5D=x");
      assertThat(reply.status()).as(filter).isEqualTo(422);
    }
    var both = world.get(URL + "/search?timeRange=PT1H&startDate=2026-01-01");
    assertThat(both.status()).isEqualTo(422);
    assertThat(world.get(URL + "/" + id).status()).isEqualTo(200);
    assertThat(
            world.delete(URL + "/by-query?filters%5BflowId%5D%5BNOT_EQUALS%5D=hello").at("count"))
        .isEqualTo(0);
    assertThat(world.get(URL + "/" + id).status()).isEqualTo(200);
  }

  @Test
  void a_table_has_a_row_for_each_and_a_field_its_values() {
    var id = world.started("hello");
    world.started("gate");
    var table = world.get(URL + "/export/by-query/csv?flowId=hello");
    assertThat(table.header("Content-Type")).contains("text/csv; charset=utf-8");
    assertThat(table.text().lines())
        .hasSize(2)
        .last()
        .asString()
        .startsWith(id + ",demo.team,hello,1,RUNNING,");
    assertThat(world.get(URL + "/distinct-field-values?field=flowId").json())
        .isEqualTo(List.of("gate", "hello"));
    assertThat(world.get(URL + "/distinct-field-values?field=flowId&size=1").json())
        .isEqualTo(List.of("gate"));
    assertThat(world.get(URL + "/distinct-field-values?field=shoe").status()).isEqualTo(422);
    assertThat(world.get(URL + "/distinct-field-values").status()).isEqualTo(422);
  }

  @Test
  void expressions_are_rendered_of_an_execution_or_a_flow_in_the_order_they_came_in() {
    var id = world.started("hello");
    var path = "/api/v1/expressions/render";
    var of = Map.of("expressions", List.of("b", "{{ missing }}", "a"), "executionId", id.value());
    var rendered = world.json("POST", path, of);
    assertThat(rendered.at("results.0.result")).isEqualTo("b");
    assertThat(rendered.at("results.1.error")).isEqualTo("it is missing");
    assertThat(rendered.at("results.2.result")).isEqualTo("a");
    var flow = Map.of("expressions", List.of("x"), "namespace", "demo.team", "flowId", "hello");
    assertThat(world.json("POST", path, flow).at("results.0.result")).isEqualTo("x of hello");
    assertThat(world.json("POST", path, Map.of("expressions", List.of("x"))).status())
        .isEqualTo(422);
  }

  @Test
  void a_list_that_cannot_be_is_refused() {
    assertThat(world.get(URL + "/search?page=0").status()).isEqualTo(422);
    assertThat(world.get(URL + "/search?size=-1").status()).isEqualTo(422);
    assertThat(world.get(URL + "/search?size=100000").status()).isEqualTo(422);
    assertThat(world.get(URL + "/search?page=x").status()).isEqualTo(422);
    assertThat(world.get(URL + "/search?sort=color:asc").status()).isEqualTo(422);
    assertThat(world.get(URL + "/search?state=PURPLE").status()).isEqualTo(422);
    assertThat(world.get(URL + "/search?filters%5Bcolor%5D%5BEQUALS%5D=x").status()).isEqualTo(422);
    assertThat(world.get(URL + "/search?filters%5Bcolor=x").status()).isEqualTo(422);
    var dates =
        world.get(
            URL
                + "/search?startDate=2024-06-03T00:00:00.000%2B02:00&endDate=2023-06-05T00:00:00.000+02:00");
    assertThat(dates.string("message"))
        .isEqualTo("Illegal argument: Start date must be before End Date");
  }

  @Test
  void a_finished_execution_is_deleted_and_a_running_one_not() {
    var id = world.started("hello");

    assertThat(world.delete(URL + "/" + id).status()).isEqualTo(409);
    world.orchestrator.move(id, State.SUCCESS);
    assertThat(world.delete(URL + "/" + id).status()).isEqualTo(204);
    assertThat(world.delete(URL + "/" + id).status()).isEqualTo(404);
  }

  @Test
  void kill_answers_as_each_version_did() {
    var first = world.started("hello");
    var second = world.started("hello");

    assertThat(world.delete(URL + "/" + first + "/kill").status()).isEqualTo(202);
    var killed = world.delete(URL + "/" + second + "/actions/kill?isOnKillCascade=false");
    assertThat(killed.status()).isEqualTo(200);
    assertThat(killed.at("state.current")).isEqualTo("KILLED");
    assertThat(world.delete(URL + "/" + second + "/kill").status()).isEqualTo(409);
    assertThat(world.delete(URL + "/nobody/kill").status()).isEqualTo(404);
  }

  @Test
  void restart_answers_the_execution() {
    var id = world.started("hello");

    assertThat(world.post(URL + "/" + id + "/restart").status()).isEqualTo(409);
    world.orchestrator.move(id, State.FAILED);
    assertThat(world.post(URL + "/" + id + "/restart?revision=5").status()).isEqualTo(404);
    var restarted = world.post(URL + "/" + id + "/actions/restart?revision=1");
    assertThat(restarted.at("state.current")).isEqualTo("RESTARTED");
  }

  @Test
  void resume_takes_the_inputs_that_the_pause_asks_for() {
    var id = world.started("gate");
    var path = URL + "/" + id + "/resume";

    assertThat(world.post(path).status()).isEqualTo(422);
    var form = new Form().text("reason", "fine").file("proof", "p.txt", "ok".getBytes(UTF_8));
    var resumed = world.form(path, form);

    assertThat(resumed.status()).isEqualTo(204);
    var folder = "kestra:///demo/team/gate/executions/" + id + "/inputs/proof/p.txt";
    assertThat(world.orchestrator.resumedWith())
        .containsExactly(Map.of("reason", "fine", "proof", folder));
    assertThat(world.post(path).status()).isEqualTo(409);
    assertThat(world.post(URL + "/nobody/resume").status()).isEqualTo(404);
  }

  @Test
  void resume_at_the_new_address_answers_the_execution() {
    var id = world.started("gate");

    var resumed = world.form(URL + "/" + id + "/actions/resume", new Form().text("reason", "fine"));

    assertThat(resumed.status()).isEqualTo(200);
    assertThat(resumed.at("state.current")).isEqualTo("RUNNING");
  }

  @Test
  void a_bulk_action_does_all_or_nothing() {
    var one = world.started("hello");
    var two = world.started("hello");
    world.orchestrator.move(two, State.SUCCESS);

    var refused =
        world.json("DELETE", URL + "/kill/by-ids", List.of(one.value(), two.value(), "nobody"));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.at("invalids")).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(2);
    assertThat(refused.at("invalids.1.invalidValue")).isEqualTo("nobody");
    assertThat(world.get(URL + "/" + one).at("state.current")).isEqualTo("RUNNING");
    var killed = world.json("DELETE", URL + "/kill/by-ids", List.of(one.value()));
    assertThat(killed.status()).isEqualTo(200);
    assertThat(killed.json()).isEqualTo(Map.of("count", 1));
  }

  @Test
  void bulk_restart_and_delete_check_the_state_first() {
    var id = world.started("hello");
    var ids = List.of(id.value());

    assertThat(world.json("POST", URL + "/restart/by-ids", ids).status()).isEqualTo(400);
    assertThat(world.json("DELETE", URL + "/by-ids", ids).status()).isEqualTo(422);
    world.orchestrator.move(id, State.FAILED);
    assertThat(world.json("POST", URL + "/restart/by-ids", ids).at("count")).isEqualTo(1);
    world.orchestrator.move(id, State.SUCCESS);
    assertThat(world.json("DELETE", URL + "/by-ids", ids).at("count")).isEqualTo(1);
    assertThat(world.json("DELETE", URL + "/by-ids", "x").status()).isEqualTo(422);
  }

  @Test
  void bulk_resume_is_refused_when_a_pause_asks_for_something() {
    var id = world.started("gate");

    var refused = world.json("POST", URL + "/resume/by-ids", List.of(id.value()));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.string("invalids.0.message")).contains("missing");
  }

  @Test
  void bulk_by_query_takes_what_the_list_would_show() {
    world.save(World.PAUSE.replace("id: gate", "id: open").split("onResume", -1)[0]);
    world.started("open");
    world.started("open");

    var resumed = world.post(URL + "/resume/by-query?flowId=open");
    var again = world.post(URL + "/resume/by-query?flowId=open");
    var killed = world.delete(URL + "/kill/by-query?flowId=open");
    var deleted = world.delete(URL + "/by-query?namespace=demo");

    assertThat(resumed.at("count")).isEqualTo(2);
    assertThat(again.status()).isEqualTo(400);
    assertThat(killed.at("count")).isEqualTo(2);
    assertThat(deleted.at("count")).isEqualTo(2);
    assertThat(world.get(URL + "/search").at("total")).isEqualTo(0);
  }

  @Test
  void the_flow_of_an_execution_is_of_its_revision() {
    var id = world.started("hello");
    world.yaml("PUT", "/api/v1/flows/demo.team/hello", World.HELLO.replace("Hello", "Bye"));

    var flow = world.get(URL + "/" + id + "/flow");

    assertThat(flow.at("revision")).isEqualTo(1);
    assertThat(flow.string("tasks.0.message")).startsWith("Hello");
  }
}
