package io.orrery.model.yaml;

import io.orrery.model.flow.Concurrency;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Input;
import io.orrery.model.flow.Listener;
import io.orrery.model.flow.PluginDefault;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.id.FlowId;
import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Entry;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Reads the top of a flow and hands its parts to their readers.
final class FlowBody {

  /// Ids that Kestra's newer versions reserve: they collide with parts of its URLs.
  private static final Set<String> RESERVED =
      Set.of(
          "pause",
          "resume",
          "force-run",
          "change-status",
          "kill",
          "executions",
          "search",
          "source",
          "disable",
          "enable");

  private static final List<String> WITH_TYPES =
      List.of("tasks", "errors", "finally", "afterExecution", "triggers", "listeners");

  private final Reading reading;
  private final Mapping root;
  private final OuterDefaults outerDefaults;
  private final DefinedIds taskIds = new DefinedIds("task");

  FlowBody(Reading reading, Mapping root, OuterDefaults outerDefaults) {
    this.reading = reading;
    this.root = root;
    this.outerDefaults = outerDefaults;
  }

  /// The flow; worth something only when the reading refused nothing.
  Flow read() {
    var plain = new Fields(reading, root, "", "the flow");
    var defaults = PluginDefaultReader.read(plain);
    var fields = new Fields(reading, withDefaults(defaults), "", "the flow");
    fields.accept("pluginDefaults", "taskDefaults");
    var tasks = new TaskReader(reading, taskIds);
    var key = key(fields);
    var flow =
        new Flow(
            key,
            fields.text("description"),
            isDisabled(fields),
            Labels.read(fields, "labels"),
            new InputDefinitions(reading).read(fields, "inputs"),
            OutputDefinitions.read(fields),
            fields.map("variables").map(Values::tree).orElse(Map.of()),
            tasks.someOf(fields, "tasks"),
            tasks.list(fields, "errors"),
            tasks.list(fields, "finally"),
            tasks.list(fields, "afterExecution"),
            triggers(fields),
            RetryReader.read(fields),
            concurrency(fields),
            defaults,
            SlaReader.read(fields),
            StartCheckReader.read(fields),
            listeners(fields, tasks));
    taskIds.report(reading);
    Recursion.check(reading, flow);
    TriggerInputs.check(reading, flow);
    checkReferences(flow);
    fields.withoutEffect("quotas", "workerGroup", "workerSelector");
    fields.accept("tenantId", "revision", "deleted", "policyRefs", "source", "updated", "created");
    fields.close();
    return flow;
  }

  /// A draft is saved like any flow, and nothing starts it.
  private static boolean isDisabled(Fields fields) {
    boolean draft = fields.flag("draft", false);
    return fields.flag("disabled", false) || draft;
  }

  private void checkReferences(Flow flow) {
    var inputs = flow.inputs().stream().map(Input::id).collect(Collectors.toSet());
    reading.references().check(reading, taskIds.known(), inputs);
  }

  private Mapping withDefaults(List<PluginDefault> defaults) {
    var namespace = root.get("namespace") instanceof Scalar written ? written.text() : "";
    var merging = new Defaults(reading, defaults, outerDefaults.of(namespace));
    var entries = new LinkedHashMap<String, Entry>();
    root.entries()
        .forEach(
            (name, entry) ->
                entries.put(
                    name,
                    WITH_TYPES.contains(name)
                        ? new Entry(entry.key(), merging.applied(entry.value()), entry.origin())
                        : entry));
    return new Mapping(entries, root.at(), root.size());
  }

  private FlowId key(Fields fields) {
    var id = Ids.read(fields, "id", Ids.Form.FLOW);
    if (RESERVED.contains(id)) {
      reading.warn(
          Code.BAD_VALUE,
          "id",
          fields.at("id"),
          "id: '" + id + "' is reserved in newer versions of Kestra.",
          "Choose another id.");
    }
    return new FlowId(Ids.read(fields, "namespace", Ids.Form.NAMESPACE), id);
  }

  private List<TriggerDef> triggers(Fields fields) {
    var node = fields.node("triggers");
    return node == null ? List.of() : new TriggerReader(reading).read(node);
  }

  private static Optional<Concurrency> concurrency(Fields fields) {
    return fields
        .inner("concurrency")
        .map(
            inner -> {
              if (!inner.has("limit")) inner.missing("limit");
              int limit = inner.integer("limit", 1).orElse(1);
              var behavior = inner.choice("behavior", Concurrency.Behavior.class);
              inner.close();
              return new Concurrency(limit, behavior.orElse(Concurrency.Behavior.QUEUE));
            });
  }

  private List<Listener> listeners(Fields fields, TaskReader tasks) {
    var listeners = new ArrayList<Listener>();
    var items = fields.list("listeners");
    for (int i = 0; i < items.size(); i++) {
      var path = "listeners[" + i + "]";
      Values.mapping(reading, items.get(i), path)
          .map(mapping -> listener(new Fields(reading, mapping, path, path), tasks))
          .ifPresent(listeners::add);
    }
    fields.deprecated("listeners", "Listeners are deprecated.", "Use 'afterExecution'.");
    return listeners;
  }

  private static Listener listener(Fields fields, TaskReader tasks) {
    var listener =
        new Listener(
            fields.text("description"),
            ConditionReader.list(fields, "conditions"),
            tasks.someOf(fields, "tasks"));
    fields.close();
    return listener;
  }
}
