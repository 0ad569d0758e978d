package io.orrery.server.space;

import io.orrery.model.flow.PluginDefault;
import io.orrery.model.id.Lineage;
import io.orrery.server.Api;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.server.list.NamedFilters;
import io.orrery.server.list.Paging;
import io.orrery.store.space.Namespaces;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Namespaces: those that somebody defined, and those that are merely in use, with all parents.
public final class NamespaceResource {
  private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9._-]{0,149}");
  private static final String ALL = "/api/v1/namespaces";
  private static final String ONE = ALL + "/{id}";

  /// There in every instance, also when nothing is in it yet.
  private static final String SYSTEM = "system";

  private final Api.Space space;
  private final Namespaces definitions;
  private final Api.Reads reads;
  private final InstantSource clock;

  public NamespaceResource(Api.Space space, Api.Reads reads, InstantSource clock) {
    this.space = space;
    this.definitions = space.definitions();
    this.reads = reads;
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(ALL + "/search", this::search),
        Route.post(ALL + "/autocomplete", this::autocomplete),
        Route.post(ALL, this::create),
        Route.get(ONE, this::get),
        Route.put(ONE, this::update),
        Route.delete(ONE, this::delete),
        Route.get(ONE + "/inherited-variables", this::inheritedVariables),
        Route.get(ONE + "/inherited-plugindefaults", this::inheritedDefaults));
  }

  private Answer search(Call call) {
    var wanted = NamedFilters.of(call.query());
    boolean definedOnly = call.query().flag("existing", false);
    var page = Paging.of(call.query(), Set.of("id"));
    var defined = defined();
    var ids = new ArrayList<>(definedOnly ? new TreeSet<>(defined.keySet()) : used(defined));
    ids.removeIf(
        id ->
            !fits(id, wanted.text().orElse(""))
                || !wanted.namespace().map(parent -> Lineage.within(id, parent)).orElse(true));
    boolean descending = page.sort().stream().anyMatch(sort -> !sort.ascending());
    var ordered = descending ? ids.reversed() : ids;
    return Answer.json(Paging.json(Paging.cut(ordered, page), id -> shape(id, defined.get(id))));
  }

  private static boolean fits(String id, String part) {
    return id.contains(part.toLowerCase(Locale.ROOT));
  }

  /// Ids for a field that is being filled in: `q`, and `existingOnly` for those defined.
  private Answer autocomplete(Call call) throws IOException {
    var body = call.body().jsonObject();
    var part = body.get("q") instanceof String text ? text : "";
    var defined = defined();
    var ids =
        Boolean.TRUE.equals(body.get("existingOnly"))
            ? new TreeSet<>(defined.keySet())
            : used(defined);
    if (body.get("ids") instanceof List<?> more) {
      more.forEach(id -> ids.add(String.valueOf(id)));
    }
    return Answer.json(ids.stream().filter(id -> fits(id, part)).toList());
  }

  private Map<String, Namespaces.Entry> defined() {
    var defined = new TreeMap<String, Namespaces.Entry>();
    definitions.all().forEach(entry -> defined.put(entry.id(), entry));
    return defined;
  }

  private NavigableSet<String> used(Map<String, Namespaces.Entry> defined) {
    var named = new ArrayList<>(defined.keySet());
    named.add(SYSTEM);
    named.addAll(reads.flowLists().namespaces());
    named.addAll(reads.keyValues().namespaces());
    named.addAll(space.files().namespaces());
    named.addAll(space.secrets().namespaces());
    var all = new TreeSet<String>();
    named.forEach(name -> all.addAll(Lineage.of(name)));
    return all;
  }

  /// Every namespace can be looked at, defined or not.
  private Answer get(Call call) {
    var id = call.param("id");
    return Answer.json(shape(id, definitions.find(id).orElse(null)));
  }

  private Answer create(Call call) throws IOException {
    var fields = fields(call);
    var id = String.valueOf(fields.get("id"));
    if (definitions.find(id).isPresent()) {
      throw Fault.invalid("namespace.id", "Namespace id already exists");
    }
    return Answer.json(save(id, fields));
  }

  private Answer update(Call call) throws IOException {
    var id = call.param("id");
    var fields = fields(call);
    if (!id.equals(fields.getOrDefault("id", id))) {
      throw Fault.invalid(
          "namespace.id", "Illegal namespace id update: the path says '" + id + "'");
    }
    return Answer.json(save(id, fields));
  }

  private static Map<String, Object> fields(Call call) throws IOException {
    var fields = new LinkedHashMap<String, Object>();
    call.body()
        .jsonObject()
        .forEach(
            (name, value) -> {
              if (value != null) {
                fields.put(String.valueOf(name), value);
              }
            });
    return fields;
  }

  private Map<String, Object> save(String id, Map<String, Object> given) {
    if (!ID.matcher(id).matches()) {
      throw Fault.invalid("namespace.id", "must match " + ID);
    }
    var fields = new LinkedHashMap<>(given);
    fields.keySet().removeAll(Set.of("id", "deleted", "disabled"));
    check(fields);
    definitions.put(id, fields, clock.instant());
    space.changed().run();
    return shape(id, definitions.find(id).orElse(null));
  }

  private static void check(Map<String, Object> fields) {
    var variables = fields.get("variables");
    if (variables != null && !(variables instanceof Map<?, ?>)) {
      throw Fault.invalid("namespace.variables", "must be a map");
    }
    for (var item : list(fields, "pluginDefaults")) {
      if (PluginDefault.read(item).isEmpty()) {
        throw Fault.invalid("namespace.pluginDefaults", "needs type and values in each entry");
      }
    }
    for (var item : list(fields, "allowedNamespaces")) {
      var name = item instanceof Map<?, ?> map ? map.get("namespace") : item;
      if (!(name instanceof String text) || !ID.matcher(text).matches()) {
        throw Fault.invalid("namespace.allowedNamespaces", "must be ids of namespaces");
      }
    }
  }

  private static List<?> list(Map<String, Object> fields, String name) {
    return switch (fields.get(name)) {
      case null -> List.of();
      case List<?> list -> list;
      default -> throw Fault.invalid("namespace." + name, "must be a list");
    };
  }

  /// Only what was said about it goes: flows, files, keys and secrets stay.
  private Answer delete(Call call) {
    if (!definitions.delete(call.param("id"))) {
      throw Fault.notFound("no namespace '" + call.param("id") + "' is defined");
    }
    space.changed().run();
    return Answer.empty(204);
  }

  private Answer inheritedVariables(Call call) {
    return Answer.json(space.meaning().inheritedVariables(call.param("id")));
  }

  private Answer inheritedDefaults(Call call) {
    var inherited = new ArrayList<Map<String, Object>>();
    for (var parent : Lineage.of(call.param("id")).stream().skip(1).toList()) {
      for (var one : space.meaning().ownPluginDefaults(parent)) {
        inherited.add(
            new JsonMap()
                .with("namespace", parent)
                .with("type", one.type())
                .with("forced", one.forced())
                .with("values", one.values())
                .map());
      }
    }
    return Answer.json(inherited);
  }

  private static Map<String, Object> shape(String id, Namespaces.@Nullable Entry entry) {
    var shape = new JsonMap().with("id", id).with("deleted", false);
    return entry == null ? shape.with("disabled", true).map() : shape.withAll(entry.fields()).map();
  }
}
