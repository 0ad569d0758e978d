package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginsTest {
  private static final String URL = "/api/v1/plugins";

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

  @Test
  void types_are_listed_by_plugin_and_by_package() {
    var plugins = world.get(URL);
    assertThat(plugins.at("0.group")).isEqualTo("ext.plugin.say.log");
    assertThat(plugins.at("0.tasks.0.cls")).isEqualTo("ext.plugin.say.log.Log");
    assertThat(plugins.at("1.group")).isEqualTo("io.kestra.plugin.core");
    assertThat(plugins.at("1.triggers")).asInstanceOf(InstanceOfAssertFactories.LIST).isNotEmpty();

    var packages = world.get(URL + "/groups/subgroups");
    assertThat(packages.at("1.subGroup")).isEqualTo("io.kestra.plugin.core.condition");
  }

  @Test
  void a_type_has_a_page_and_a_schema_under_each_of_its_names() {
    var reply = world.get(URL + "/ext.OldLog");

    assertThat(reply.string("markdown")).startsWith("# ext.plugin.say.log.Log");
    assertThat(reply.at("schema.properties.required")).isEqualTo(List.of("id", "type", "message"));
    assertThat(reply.at("schema.properties.properties.message.$dynamic")).isEqualTo(true);
    assertThat(reply.at("schema.definitions.retry")).isInstanceOf(Map.class);
    assertThat(world.get(URL + "/nothing").status()).isEqualTo(404);
  }

  @Test
  void schemas_are_given_by_what_they_describe_alone_or_as_a_list() {
    assertThat(world.get(URL + "/schemas/flow").at("$ref")).isEqualTo("#/definitions/flow");
    assertThat(world.get(URL + "/schemas/task?arrayOf=true").at("items.$ref"))
        .isEqualTo("#/definitions/task");
    assertThat(world.get(URL + "/schemas/dashboard").status()).isEqualTo(404);
    assertThat(world.get(URL + "/properties/flow").at("properties.namespace.title"))
        .asString()
        .contains("company.team");
  }

  @Test
  void inputs_have_pages_too() {
    assertThat(world.get(URL + "/inputs").at("0"))
        .isEqualTo(Map.of("type", "STRING", "cls", "STRING"));
    assertThat(world.get(URL + "/inputs/FORM").string("markdown")).contains("`inputs`");
    assertThat(world.get(URL + "/inputs/none").status()).isEqualTo(404);
  }

  @Test
  void versions_icons_and_triggers_are_answered() {
    assertThat(world.get(URL + "/ext.OldLog/versions").at("versions")).isEqualTo(List.of("1.2.3"));
    assertThat(world.get(URL + "/ext.OldLog/versions/1.2.3").status()).isEqualTo(200);
    assertThat(world.get(URL + "/ext.OldLog/versions/9").status()).isEqualTo(404);
    assertThat(world.get(URL + "/icons").json()).isEqualTo(Map.of());
    assertThat(world.get(URL + "/triggers?size=1").at("results.0.cls"))
        .isEqualTo("io.kestra.plugin.core.trigger.Flow");
  }

  @Test
  void functions_and_filters_of_templates_are_listed() {
    assertThat(world.get("/api/v1/pebble/functions").at("0.arguments"))
        .isEqualTo(List.of("format"));
    assertThat(world.get("/api/v1/pebble/filters").json()).isEqualTo(List.of("abs", "date"));
  }
}
