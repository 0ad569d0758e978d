package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of flows after they were saved: revisions, bulk changes, archives, neighbours.
class FlowLifeTest {
  private static final String URL = "/api/v1/flows";

  @TempDir Path folder = Path.of("");
  private World world = new World(World.config(folder));

  @BeforeEach
  void open() {
    world.close();
    world = new World(World.config(folder));
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static String flow(String namespace, String id) {
    return "id: " + id + "\nnamespace: " + namespace + "\ntasks:\n  - {id: t, type: x.Log}\n";
  }

  @Test
  void two_revisions_are_compared_line_by_line() {
    world.save(flow("a", "f") + "# one\n");
    world.yaml("PUT", URL + "/a/f", flow("a", "f") + "# two\n# three\n");

    var diff = world.get(URL + "/a/f/revisions/diff");

    assertThat(diff.string("diff"))
        .startsWith("--- revision 1\n+++ revision 2\n id: f\n")
        .endsWith("-# one\n+# two\n+# three\n");
    assertThat(world.get(URL + "/a/f/revisions/diff?from=1&to=1").at("same")).isEqualTo(true);
    assertThat(world.get(URL + "/a/f/revisions/diff?from=7").status()).isEqualTo(404);
  }

  @Test
  void an_older_revision_is_saved_as_a_new_one() {
    world.save(flow("a", "f"));
    world.yaml("PUT", URL + "/a/f", flow("a", "f") + "# two\n");

    var reply = world.post(URL + "/a/f/revisions/1/restore");

    assertThat(reply.at("revision")).isEqualTo(3);
    assertThat(reply.at("source")).isEqualTo(flow("a", "f"));
    assertThat(world.post(URL + "/a/f/revisions/9/restore").status()).isEqualTo(404);
  }

  @Test
  void old_revisions_are_forgotten_and_the_newest_never() {
    world.save(flow("a", "f"));
    world.yaml("PUT", URL + "/a/f", flow("a", "f") + "# two\n");
    world.yaml("PUT", URL + "/a/f", flow("a", "f") + "# three\n");

    assertThat(world.delete(URL + "/a/f/revisions?revisions=1,3").status()).isEqualTo(422);
    assertThat(world.delete(URL + "/a/f/revisions?revisions=1,2").status()).isEqualTo(204);
    assertThat(world.get(URL + "/a/f/revisions").at("0.revision")).isEqualTo(3);
    assertThat(world.delete(URL + "/a/f/revisions?revisions=1").status()).isEqualTo(404);
    assertThat(world.delete(URL + "/a/f/revisions").status()).isEqualTo(422);
  }

  @Test
  void flows_are_disabled_and_enabled_together_and_keep_their_comments() {
    world.save(flow("a", "f") + "# mine\n");
    world.save(flow("b", "g"));
    var ids = List.of(Map.of("namespace", "a", "id", "f"), Map.of("namespace", "b", "id", "g"));

    assertThat(world.json("POST", URL + "/disable/by-ids", ids).at("count")).isEqualTo(2);
    assertThat(world.get(URL + "/a/f?source=true").string("source"))
        .isEqualTo(flow("a", "f") + "# mine\ndisabled: true\n");
    assertThat(world.post(URL + "/enable/by-query?namespace=a").at("count")).isEqualTo(1);
    assertThat(world.get(URL + "/a/f?source=true").string("source")).endsWith("disabled: false\n");
    assertThat(world.get(URL + "/b/g").at("disabled")).isEqualTo(true);
    assertThat(
            world
                .json("POST", URL + "/disable/by-ids", List.of(Map.of("namespace", "a", "id", "z")))
                .status())
        .isEqualTo(404);
  }

  @Test
  void flows_are_deleted_together() {
    world.save(flow("a", "f"));
    world.save(flow("b", "g"));

    assertThat(world.delete(URL + "/delete/by-query?namespace=a").at("count")).isEqualTo(1);
    assertThat(world.get(URL + "/a/f").status()).isEqualTo(404);
    assertThat(world.get(URL + "/b/g").status()).isEqualTo(200);
  }

  @Test
  void flows_go_out_and_come_in_as_an_archive() throws IOException {
    world.save(flow("a", "f"));
    var reply = world.get(URL + "/export/by-query");
    try (var zip = new ZipInputStream(new ByteArrayInputStream(reply.response().body()))) {
      assertThat(String.valueOf(zip.getNextEntry())).isEqualTo("a.f.yml");
      assertThat(new String(zip.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(flow("a", "f"));
    }

    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("deep/c.yml"));
      zip.write(flow("c", "h").getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry("readme.txt"));
      zip.write("no flow".getBytes(StandardCharsets.UTF_8));
    }
    var form = new Form().file("fileUpload", "flows.zip", bytes.toByteArray());
    assertThat(world.form(URL + "/import", form).json()).isEqualTo(List.of());
    assertThat(world.get(URL + "/c/h").status()).isEqualTo(200);
    assertThat(
            world
                .form(URL + "/import", new Form().file("fileUpload", "x.zip", new byte[] {1, 2}))
                .json())
        .isEqualTo(List.of());
    assertThat(world.get(URL + "/export/by-query/csv").text()).contains("a,f,1,false,");
  }

  @Test
  void a_draft_says_so_in_its_text() {
    var reply = world.yaml("POST", URL + "?draft=true", flow("a", "f"));
    assertThat(reply.string("source")).endsWith("draft: true\n");

    var again = world.yaml("PUT", URL + "/a/f?draft=false", flow("a", "f") + "draft: true\n");
    assertThat(again.string("source")).endsWith("draft: false\n");
  }

  @Test
  void neighbours_are_the_flows_that_start_each_other() {
    world.save(flow("a", "child"));
    world.save(
        """
        id: parent
        namespace: a
        tasks:
          - {id: t, type: io.kestra.plugin.core.flow.Subflow, namespace: a, flowId: child}
        """);
    world.save(
        """
        id: after
        namespace: b
        tasks:
          - {id: t, type: x.Log}
        triggers:
          - id: w
            type: io.kestra.plugin.core.trigger.Flow
            preconditions: {id: p, flows: [{namespace: a, flowId: parent}]}
        """);

    var near = world.get(URL + "/a/child/dependencies");
    assertThat(near.at("edges.0.relation")).isEqualTo("FLOW_TASK");
    assertThat((List<?>) near.at("nodes")).hasSize(2);
    assertThat((List<?>) world.get(URL + "/a/child/dependencies?expandAll=true").at("nodes"))
        .hasSize(3);
    assertThat((List<?>) world.get(URL + "/a/child/dependencies?destinationOnly=true").at("edges"))
        .isEmpty();
    assertThat(world.get("/api/v1/namespaces/b/dependencies").at("edges.0.relation"))
        .isEqualTo("FLOW_TRIGGER");
  }

  @Test
  void an_editor_learns_what_templates_may_read() {
    var reply =
        world.yaml(
            "POST",
            URL + "/expressions",
            """
            id: f
            inputs:
              - {id: a, type: STRING}
              - {id: form, type: FORM, inputs: [{id: b, type: INT}]}
            variables: {region: eu}
            tasks:
              - {id: choose, type: io.kestra.plugin.core.flow.If, then: [{id: t, type: x.Log}]}
            """);

    assertThat(reply.at("variables.inputs")).isEqualTo(List.of("a", "form.b"));
    assertThat(reply.at("variables.vars")).isEqualTo(List.of("region"));
    assertThat(reply.at("variables.outputs"))
        .isEqualTo(Map.of("choose", List.of("evaluationResult"), "t", List.of()));
    assertThat(reply.at("functions")).isEqualTo(List.of("now"));
  }
}
