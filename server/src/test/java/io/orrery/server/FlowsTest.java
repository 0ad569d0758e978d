package io.orrery.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowsTest {
  private static final String URL = "/api/v1/flows";

  private final World world;

  FlowsTest(@TempDir Path folder) {
    world = new World(folder);
  }

  @BeforeEach
  void nothing_is_there_at_first() {
    assertThat(world.get(URL + "/search").at("total")).isEqualTo(0);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static String flow(String namespace, String id) {
    return "id: " + id + "\nnamespace: " + namespace + "\ntasks:\n  - id: t\n    type: x.Log\n";
  }

  private static Map<String, Object> tree(String namespace, String id) {
    return Map.of(
        "id", id, "namespace", namespace, "tasks", List.of(Map.of("id", "t", "type", "x.Log")));
  }

  @Test
  void a_created_flow_comes_back_with_its_exact_source_and_labels_as_a_list() {
    var created = world.yaml("POST", URL, World.HELLO);

    assertThat(created.status()).isEqualTo(200);
    assertThat(created.at("revision")).isEqualTo(1);
    assertThat(created.at("source")).isEqualTo(World.HELLO);
    assertThat(created.at("labels")).isEqualTo(List.of(Map.of("key", "owner", "value", "ada")));
    assertThat(created.string("tasks.0.message")).isEqualTo("Hello {{ inputs.name }}");
    assertThat(created.header("Content-Type")).hasValue("application/json");
  }

  @Test
  void the_tenant_main_may_be_named_and_no_other() {
    world.yaml("POST", "/api/v1/main/flows", World.HELLO);

    assertThat(world.get("/api/v1/main/flows/demo.team/hello").status()).isEqualTo(200);
    assertThat(world.get("/api/v1/flows/demo.team/hello").status()).isEqualTo(200);
    assertThat(world.get("/api/v1/other/flows/demo.team/hello").status()).isEqualTo(404);
  }

  @Test
  void creating_a_flow_twice_is_refused() {
    world.save(World.HELLO);

    var again = world.yaml("POST", URL, World.HELLO);

    assertThat(again.status()).isEqualTo(422);
    assertThat(again.string("message")).contains("already exists");
    assertThat(again.string("_embedded.errors.0.path")).isEqualTo("flow.id");
  }

  @Test
  void all_mistakes_of_a_flow_are_told_at_once_with_their_paths() {
    var refused = world.yaml("POST", URL, "id: x\nunknownProp: 1\n");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.string("message"))
        .startsWith("Invalid entity: ")
        .contains("namespace: must not be null", "unknownProp: no such property");
    assertThat(refused.at("_embedded.errors"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSize(3);
    assertThat(refused.at("_links.self.0.href")).isEqualTo(URL);
  }

  @Test
  void a_flow_as_json_is_kept_as_yaml() {
    var created = world.json("POST", URL, tree("demo", "j"));

    assertThat(created.status()).isEqualTo(200);
    assertThat(created.string("source")).contains("id: j\n", "tasks:\n");
  }

  @Test
  void an_update_makes_a_revision_unless_nothing_changed() {
    world.save(World.HELLO);
    var path = URL + "/demo.team/hello";

    assertThat(world.yaml("PUT", path, World.HELLO).at("revision")).isEqualTo(1);
    var changed = World.HELLO.replace("Hello", "Goodbye");
    assertThat(world.yaml("PUT", path, changed).at("revision")).isEqualTo(2);
    assertThat(world.get(path + "?revision=1&source=true").at("source")).isEqualTo(World.HELLO);
    assertThat(world.get(path).at("source")).isNull();
    assertThat(world.get(path + "/revisions").json())
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSize(2);
    assertThat(world.get(path + "?revision=9").status()).isEqualTo(404);
  }

  @Test
  void an_update_must_keep_the_names_of_its_path() {
    world.save(World.HELLO);
    var path = URL + "/demo.team/hello";

    var otherId = world.yaml("PUT", path, World.HELLO.replace("id: hello", "id: other"));
    var otherNamespace = world.yaml("PUT", path, World.HELLO.replace("demo.team", "demo.else"));

    assertThat(otherId.status()).isEqualTo(422);
    assertThat(otherId.string("message")).contains("flow.id");
    assertThat(otherNamespace.status()).isEqualTo(422);
    assertThat(world.yaml("PUT", URL + "/demo.team/nobody", World.HELLO).status()).isEqualTo(404);
  }

  @Test
  void a_deleted_flow_is_gone_but_readable_when_asked_for() {
    world.save(World.HELLO);
    var path = URL + "/demo.team/hello";

    var deleted = world.delete(path);

    assertThat(deleted.status()).isEqualTo(204);
    assertThat(deleted.text()).isEmpty();
    assertThat(world.delete(path).status()).isEqualTo(404);
    assertThat(world.get(path).status()).isEqualTo(404);
    assertThat(world.get(path + "?allowDeleted=true").at("deleted")).isEqualTo(true);
    assertThat(world.yaml("POST", URL, World.HELLO).status()).isEqualTo(200);
  }

  @Test
  void a_namespace_lists_its_own_flows_and_not_those_below() {
    world.save(flow("demo", "a"));
    world.save(flow("demo.team", "b"));

    assertThat(world.get(URL + "/demo").at("0.id")).isEqualTo("a");
    assertThat(world.get(URL + "/demo").json())
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSize(1);
    assertThat(world.get(URL + "/distinct-namespaces").json())
        .isEqualTo(List.of("demo", "demo.team"));
    assertThat(world.get(URL + "/distinct-namespaces?q=team").json())
        .isEqualTo(List.of("demo.team"));
  }

  @Test
  void posting_to_a_namespace_replaces_it_deleted_ones_first() {
    world.json("POST", URL + "/demo", List.of(tree("demo", "f1"), tree("demo", "f2")));

    var answer = world.json("POST", URL + "/demo", List.of(tree("demo", "f2"), tree("demo", "f3")));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(List.of(answer.string("0.id"), answer.string("1.id"), answer.string("2.id")))
        .containsExactly("f1", "f2", "f3");
    assertThat(answer.at("0.deleted")).isEqualTo(true);
    assertThat(world.get(URL + "/demo/f1").status()).isEqualTo(404);
  }

  @Test
  void posting_to_a_namespace_with_delete_off_keeps_the_others() {
    world.save(flow("demo", "f1"));

    world.yaml(
        "POST", URL + "/demo?delete=false", flow("demo", "f2") + "---\n" + flow("demo", "f3"));

    assertThat(world.get(URL + "/demo").json())
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSize(3);
  }

  @Test
  void nothing_is_written_when_one_flow_is_of_another_namespace_or_double() {
    var other = world.json("POST", URL + "/demo", List.of(tree("demo", "ok"), tree("else", "bad")));
    var twice = world.json("POST", URL + "/demo", List.of(tree("demo", "a"), tree("demo", "a")));

    assertThat(other.status()).isEqualTo(422);
    assertThat(other.text()).contains("flow.namespace");
    assertThat(twice.status()).isEqualTo(422);
    assertThat(twice.text()).contains("flow.id: Duplicate");
    assertThat(world.get(URL + "/search").at("total")).isEqualTo(0);
  }

  @Test
  void bulk_saves_many_namespaces_and_deletes_only_when_told() {
    world.save(flow("a", "old"));
    var documents = flow("a", "x") + "---\n" + flow("b", "y");

    assertThat(world.yaml("POST", URL + "/bulk", documents).status()).isEqualTo(200);
    assertThat(world.get(URL + "/a/old").status()).isEqualTo(200);
    world.yaml("POST", URL + "/bulk?delete=true", documents);

    assertThat(world.get(URL + "/a/old").status()).isEqualTo(404);
    assertThat(world.get(URL + "/b/y").status()).isEqualTo(200);
  }

  @Test
  void bulk_within_a_namespace_refuses_others() {
    var reply = world.yaml("POST", URL + "/bulk?namespace=a", flow("a.b", "x"));
    var below =
        world.yaml("POST", URL + "/bulk?namespace=a&allowNamespaceChild=true", flow("a.b", "x"));

    assertThat(reply.status()).isEqualTo(422);
    assertThat(below.status()).isEqualTo(200);
  }

  @Test
  void an_imported_file_may_hold_many_flows() {
    var file = (flow("a", "x") + "---\n" + flow("b", "y") + "---\nid: broken\n").getBytes(UTF_8);

    var reply = world.form(URL + "/import", new Form().file("fileUpload", "flows.yaml", file));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json()).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(1);
    assertThat(world.get(URL + "/search").at("total")).isEqualTo(2);
  }

  @Test
  void validation_tells_each_document_and_never_fails() {
    var documents =
        "id: a\nnamespace: b\nunknownProp: 1\ntasks: []\n---\n: : [\n---\n"
            + flow("ok", "ok")
            + "listeners: []\n";

    var reply = world.yaml("POST", URL + "/validate", documents);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.string("0.constraints")).contains("unknownProp: no such property");
    assertThat(reply.at("0.index")).isEqualTo(0);
    assertThat(reply.string("1.constraints")).contains("no YAML");
    assertThat(reply.at("2.constraints")).isNull();
    assertThat(reply.at("2.flow")).isEqualTo("ok");
    assertThat(reply.at("2.deprecationPaths")).isEqualTo(List.of("listeners"));
    assertThat(reply.at("2.outdated")).isEqualTo(false);
  }

  @Test
  void validation_notices_a_text_older_than_the_saved_revision() {
    world.save(flow("a", "x"));
    world.yaml("PUT", URL + "/a/x", flow("a", "x") + "# more\n");

    var reply = world.yaml("POST", URL + "/validate", flow("a", "x") + "revision: 1\n");

    assertThat(reply.at("0.outdated")).isEqualTo(true);
  }

  @Test
  void former_names_of_types_are_told_once_and_short_ones_are_none() {
    var reply =
        world.yaml(
            "POST",
            URL + "/validate",
            """
            id: old
            namespace: demo
            tasks:
              - id: a
                type: io.kestra.core.tasks.flows.Sequential
                tasks:
                  - {id: b, type: io.kestra.core.tasks.flows.Sequential, tasks: []}
                  - {id: c, type: Sequential, tasks: []}
            """);

    assertThat(reply.at("0.infos"))
        .isEqualTo(
            List.of(
                "io.kestra.core.tasks.flows.Sequential is replaced by"
                    + " io.kestra.plugin.core.flow.Sequential"));
  }

  @Test
  void one_task_or_trigger_is_checked_alone() {
    var task = Map.of("id", "t", "type", "x.Log");

    var fine = world.json("POST", URL + "/validate/task", task);
    var trigger = world.json("POST", URL + "/validate/trigger", task);

    assertThat(fine.status()).isEqualTo(200);
    assertThat(fine.at("0.index")).isEqualTo(0);
    assertThat(fine.at("0.constraints")).isNull();
    assertThat(trigger.at("0.constraints")).isNull();
    assertThat(world.json("POST", URL + "/validate/task?section=OTHER", task).status())
        .isEqualTo(422);
    assertThat(world.yaml("POST", URL + "/validate/task", "- 1").string("0.constraints"))
        .isEqualTo("one YAML map is needed");
  }

  @Test
  void search_pages_and_filters_in_both_spellings() {
    world.save(flow("demo", "a"));
    world.save(flow("demo.team", "b"));
    world.save(World.HELLO);
    world.save(flow("other", "c"));

    assertThat(world.get(URL + "/search?namespace=demo").at("total")).isEqualTo(3);
    assertThat(world.get(URL + "/search?q=team.b").at("total")).isEqualTo(1);
    assertThat(world.get(URL + "/search?filters%5Bnamespace%5D%5BPREFIX%5D=demo").at("total"))
        .isEqualTo(3);
    assertThat(world.get(URL + "/search?labels=owner:ada").at("results.0.id")).isEqualTo("hello");
    assertThat(
            world.get(URL + "/search?filters%5Blabels%5D%5BEQUALS%5D%5Bowner%5D=ada").at("total"))
        .isEqualTo(1);
    var second = world.get(URL + "/search?size=3&page=2&sort=id:asc");
    assertThat(second.at("total")).isEqualTo(4);
    assertThat(second.at("results")).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(1);
  }

  @Test
  void the_text_of_flows_is_searched_and_marked() {
    world.save(World.HELLO);

    var found = world.get(URL + "/source?q=says");

    assertThat(found.at("total")).isEqualTo(1);
    assertThat(found.at("results.0.model.id")).isEqualTo("hello");
    assertThat(found.string("results.0.fragments.0")).contains("# [mark]says[/mark] hello");
    assertThat(world.get(URL + "/source?q=nowhere").at("total")).isEqualTo(0);
  }

  @Test
  void one_task_can_be_read() {
    world.save(World.HELLO);

    assertThat(world.get(URL + "/demo.team/hello/tasks/say").at("type"))
        .isEqualTo("io.kestra.plugin.core.log.Log");
    assertThat(world.get(URL + "/demo.team/hello/tasks/name").status()).isEqualTo(404);
  }

  @Test
  void a_flow_for_its_start_form_has_no_source() {
    world.save(World.HELLO);

    var form = world.get("/api/v1/executions/flows/demo.team/hello");

    assertThat(form.at("inputs.0.id")).isEqualTo("name");
    assertThat(form.at("source")).isNull();
  }
}
