package io.orrery.model.yaml;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.PluginType.Kind;
import io.orrery.model.flow.Task;
import io.orrery.model.flow.TaskCache;
import io.orrery.model.flow.TaskCommon;
import io.orrery.model.problem.Code;
import io.orrery.model.state.LogLevel;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads tasks: what all of them have in common here, flow control in [FlowControlReader], what
/// workers run in [PluginProperties].
final class TaskReader {
  private final Reading reading;
  private final DefinedIds ids;

  TaskReader(Reading reading, DefinedIds ids) {
    this.reading = reading;
    this.ids = ids;
  }

  DefinedIds ids() {
    return ids;
  }

  /// The tasks of a property that may be absent.
  List<Task> list(Fields owner, String name) {
    var node = owner.node(name);
    return node == null ? List.of() : list(node, owner.pathOf(name));
  }

  /// The one task of a property that may be absent.
  Optional<Task> one(Fields owner, String name) {
    var node = owner.node(name);
    return node == null ? Optional.empty() : read(node, owner.pathOf(name));
  }

  /// The tasks of a property that must have some.
  List<Task> someOf(Fields owner, String name) {
    if (owner.node(name) == null || owner.list(name).isEmpty()) {
      if (!(owner.node(name) instanceof Scalar)) owner.missingItems(name);
      return List.of();
    }
    return list(owner, name);
  }

  List<Task> list(YamlNode node, String path) {
    var tasks = new ArrayList<Task>();
    var items = Values.items(reading, node, path);
    for (int i = 0; i < items.size(); i++) {
      read(items.get(i), path + "[" + i + "]").ifPresent(tasks::add);
    }
    return tasks;
  }

  /// Empty when the node is no task, or one of a type that cannot be run; that is reported.
  Optional<Task> read(YamlNode node, String path) {
    return Values.mapping(reading, node, path).flatMap(mapping -> task(mapping, path));
  }

  private Optional<Task> task(Mapping mapping, String path) {
    var type = mapping.get("type") instanceof Scalar scalar ? scalar.text().strip() : "";
    var id = mapping.get("id") instanceof Scalar scalar ? scalar.text() : "";
    var canonical = TypeNames.task(type);
    var plugin = canonical.isPresent() ? Optional.<PluginType>empty() : plugin(type);
    var name = canonical.or(() -> plugin.map(PluginType::name)).orElse(type);
    var fields =
        new Fields(
            reading,
            mapping,
            path,
            "task '%s' (%s)".formatted(Values.abridged(id), Values.abridged(name)));
    var common = common(fields, type, name);
    ids.add(common.id(), path, fields.at("id"));
    if (name.equals(TypeNames.FLOW + "Template")) ids.leaveOpen();
    if (canonical.isPresent()) {
      fields.withoutEffect("taskCache"); // only what a worker runs has outputs to use again
      return new FlowControlReader(this).read(fields, common);
    }
    if (plugin.isEmpty()) {
      unknownType(fields, type);
      return Optional.empty();
    }
    var properties = PluginProperties.read(fields, plugin.get());
    var cache = cache(fields);
    fields.close();
    return Optional.of(new Task.PluginTask(common, properties, cache));
  }

  private Optional<PluginType> plugin(String type) {
    return reading.catalog().find(type).filter(found -> found.kind() == Kind.TASK);
  }

  private TaskCommon common(Fields fields, String type, String canonical) {
    if (fields.requiredText("type").isBlank() && fields.has("type")) fields.missing("type");
    TypeNames.successor(canonical)
        .ifPresent(
            successor ->
                reading.deprecated(
                    fields.path(),
                    fields.at("type"),
                    "The type " + type + " is deprecated.",
                    "Use " + successor + "."));
    var common =
        new TaskCommon(
            Ids.read(fields, "id", Ids.Form.TASK),
            type,
            canonical,
            fields.text("description"),
            fields.flag("disabled", false),
            fields.template(fields.eitherOf("runIf", "when")),
            fields.durationText("timeout"),
            RetryReader.read(fields),
            fields.flag("allowFailure", false),
            fields.flag("allowWarning", false),
            fields.choice("logLevel", LogLevel.class),
            fields.flag("logToFile", false),
            fields.at());
    refuseWorkerGroup(fields);
    fields.withoutEffect("workerSelector");
    fields.accept("version", "assets", "policyRefs");
    return common;
  }

  /// Empty when it is not enabled.
  private static Optional<TaskCache> cache(Fields fields) {
    var inner = fields.inner("taskCache");
    if (inner.isEmpty()) return Optional.empty();
    var cache = inner.get();
    boolean enabled = cache.flag("enabled", false);
    var ttl = cache.duration("ttl");
    cache.close();
    return enabled ? Optional.of(new TaskCache(ttl)) : Optional.empty();
  }

  /// Kestra's open edition refuses it as well: a task that asks for certain workers must not run on
  /// any other.
  private void refuseWorkerGroup(Fields fields) {
    var group = fields.map("workerGroup");
    if (group.isEmpty() || group.get().get("key") == null) return;
    reading.refuse(
        Code.NOT_SUPPORTED,
        fields.pathOf("workerGroup"),
        fields.at("workerGroup"),
        "workerGroup: worker groups are not available.",
        "Remove 'workerGroup'.");
  }

  private void unknownType(Fields fields, String type) {
    if (type.isEmpty()) return;
    Set<String> known = new LinkedHashSet<>(TypeNames.taskNameSet());
    for (var plugin : reading.catalog().all()) {
      if (plugin.kind() != Kind.TASK) continue;
      known.add(plugin.name());
      known.addAll(plugin.aliases());
    }
    fields.error(
        Code.UNKNOWN_TYPE,
        "type",
        "Invalid type: %s is no task that this installation knows."
            .formatted(Values.abridged(type)),
        reading.suggestion(type, known));
  }
}
