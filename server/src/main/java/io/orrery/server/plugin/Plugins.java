package io.orrery.server.plugin;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.PluginType.Kind;
import io.orrery.model.catalog.PropertyType;
import io.orrery.model.language.Catalogue;
import io.orrery.model.schema.DocPage;
import io.orrery.model.schema.FlowSchema;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.server.list.Paging;
import io.orrery.server.port.Descriptions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// What flows may name: lists, JSON schemas and documentation, all from one catalogue.
public final class Plugins {
  private final Descriptions descriptions;
  private final String version;
  private final Described described;

  /// @param version of this build, which is that of all types
  public Plugins(Descriptions descriptions, String version) {
    this.descriptions = descriptions;
    this.version = version;
    this.described = new Described(descriptions);
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/plugins", _ -> Answer.json(PluginLists.byPlugin(catalogue(), version))),
        Route.get(
            "/api/v1/plugins/groups/subgroups",
            _ -> Answer.json(PluginLists.byPackage(catalogue(), version))),
        Route.get("/api/v1/plugins/icons", _ -> Answer.json(Map.of())),
        Route.get("/api/v1/plugins/icons/groups", _ -> Answer.json(Map.of())),
        Route.get("/api/v1/plugins/inputs", _ -> Answer.json(inputs())),
        Route.get("/api/v1/plugins/inputs/{type}", this::input),
        Route.get("/api/v1/plugins/schemas/{type}", this::schema),
        Route.get("/api/v1/plugins/properties/{type}", this::properties),
        Route.get("/api/v1/plugins/triggers", this::triggers),
        Route.get("/api/v1/plugins/{cls}", this::documentation),
        Route.get("/api/v1/plugins/{cls}/versions", this::versions),
        Route.get(
            "/api/v1/plugins/{cls}/versions/{version}",
            call -> {
              requireVersion(call);
              return documentation(call);
            }),
        Route.get("/api/v1/pebble/functions", _ -> Answer.json(functions())),
        Route.get("/api/v1/pebble/filters", _ -> Answer.json(descriptions.filters())));
  }

  private Catalogue catalogue() {
    return described.catalogue();
  }

  private Answer schema(Call call) {
    var root = root(call.param("type"));
    return Answer.json(
        call.query().flag("arrayOf", false)
            ? described.schema().listOf(root)
            : described.schema().of(root));
  }

  /// The properties of a flow, or those that all tasks or triggers have.
  private Answer properties(Call call) {
    var part =
        switch (root(call.param("type"))) {
          case FLOW -> "flow";
          case TASK -> "task";
          case TRIGGER -> "trigger";
          case INPUT -> "input";
          case PLUGINDEFAULT -> "pluginDefault";
        };
    var properties = catalogue().language().part(part).properties();
    return Answer.json(described.schema().object(properties));
  }

  private static FlowSchema.Root root(String type) {
    return Arrays.stream(FlowSchema.Root.values())
        .filter(root -> root.name().equals(type.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                Fault.notFound(
                    "no schema '"
                        + type
                        + "'; there are "
                        + Arrays.toString(FlowSchema.Root.values()).toLowerCase(Locale.ROOT)));
  }

  private Answer documentation(Call call) {
    var type = type(call);
    return Answer.json(
        page(DocPage.of(catalogue(), type), described.schema().of(type), type.outputs()));
  }

  private Map<String, Object> page(
      String markdown, Map<String, Object> schema, Map<String, PropertyType> outputs) {
    return new JsonMap()
        .with("markdown", markdown)
        .with(
            "schema",
            new JsonMap()
                .with("properties", schema)
                .with("outputs", described.schema().object(outputs))
                .with("definitions", described.schema().definitionsAlone())
                .map())
        .map();
  }

  private Answer versions(Call call) {
    return Answer.json(Map.of("type", type(call).name(), "versions", List.of(version)));
  }

  private void requireVersion(Call call) {
    var wanted = call.param("version");
    if (!wanted.equals(version)) {
      throw Fault.notFound("no version '" + wanted + "'; there is " + version);
    }
  }

  private PluginType type(Call call) {
    var name = call.param("cls");
    return catalogue()
        .find(name)
        .orElseThrow(() -> Fault.notFound("no type '" + name + "'; /api/v1/plugins lists all"));
  }

  private List<Map<String, String>> inputs() {
    return catalogue().language().part("input").variants().keySet().stream()
        .map(name -> Map.of("type", name, "cls", name))
        .toList();
  }

  private Answer input(Call call) {
    var name = call.param("type").toUpperCase(Locale.ROOT);
    var part = catalogue().language().part("input");
    var properties = part.variants().get(name);
    var schema = described.schema().variant("input", name);
    if (properties == null || schema.isEmpty()) {
      throw Fault.notFound("no input type '" + name + "'; there are " + part.variants().keySet());
    }
    var markdown = DocPage.ofVariant(catalogue(), part.title(), name, properties);
    return Answer.json(page(markdown, schema.get(), Map.of()));
  }

  private Answer triggers(Call call) {
    var page = Paging.of(call.query(), Set.of());
    return Answer.json(
        Paging.json(Paging.cut(catalogue().ofKind(Kind.TRIGGER), page), PluginLists::element));
  }

  private List<Map<String, Object>> functions() {
    return descriptions.functions().stream()
        .map(
            function ->
                new JsonMap()
                    .with("name", function.name())
                    .with("arguments", function.parameters())
                    .map())
        .toList();
  }
}
