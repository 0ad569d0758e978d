package io.orrery.model.yaml;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.PluginType.Kind;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads triggers: those of the language into their records, those of plugins by their schema.
final class TriggerReader {

  /// Understood by every trigger besides what [TriggerDef.Common] holds.
  private static final String[] COMMON = {
    "logLevel", "minLogLevel", "logToFile", "allowConcurrent"
  };

  private final Reading reading;

  TriggerReader(Reading reading) {
    this.reading = reading;
  }

  List<TriggerDef> read(YamlNode node) {
    var triggers = new ArrayList<TriggerDef>();
    var ids = new DefinedIds("trigger");
    var items = Values.items(reading, node, "triggers");
    for (int i = 0; i < items.size(); i++) {
      var path = "triggers[" + i + "]";
      read(items.get(i), path)
          .ifPresent(
              trigger -> {
                ids.add(trigger.id(), path, trigger.common().at());
                triggers.add(trigger);
              });
    }
    ids.report(reading);
    return triggers;
  }

  Optional<TriggerDef> read(YamlNode node, String path) {
    return Values.mapping(reading, node, path).flatMap(mapping -> trigger(mapping, path));
  }

  private Optional<TriggerDef> trigger(Mapping mapping, String path) {
    var type = mapping.get("type") instanceof Scalar scalar ? scalar.text().strip() : "";
    var id = mapping.get("id") instanceof Scalar scalar ? scalar.text() : "";
    var canonical = TypeNames.trigger(type);
    var plugin = canonical.isPresent() ? Optional.<PluginType>empty() : plugin(type);
    var name = canonical.or(() -> plugin.map(PluginType::name)).orElse(type);
    var fields =
        new Fields(
            reading,
            mapping,
            path,
            "trigger '%s' (%s)".formatted(Values.abridged(id), Values.abridged(name)));
    var common = common(fields, name);
    if (name.equals(TypeNames.SCHEDULE) || name.equals(TypeNames.SCHEDULE_ON_DATES)) {
      var schedule =
          name.equals(TypeNames.SCHEDULE)
              ? ScheduleReader.cron(fields, common)
              : ScheduleReader.onDates(fields, common);
      fields.close();
      return Optional.of(schedule);
    }
    fields.accept(COMMON);
    if (name.equals(TypeNames.FLOW_TRIGGER) || name.equals(TypeNames.WEBHOOK)) {
      TriggerDef trigger =
          name.equals(TypeNames.WEBHOOK)
              ? KnownTriggers.webhook(fields, common)
              : KnownTriggers.flow(fields, common);
      fields.accept("interval");
      fields.close();
      return Optional.of(trigger);
    }
    if (plugin.isPresent()) {
      return Optional.of(WorkerTriggerReader.read(fields, common, plugin.get()));
    }
    fields.accept("conditions", "when", "inputs");
    if (canonical.isEmpty()) {
      unknownType(fields, type);
      return Optional.empty();
    }
    fields.accept("interval");
    KnownTriggers.check(fields, name);
    fields.close();
    reading.warn(
        Code.NO_EFFECT,
        path + ".type",
        fields.at("type"),
        "type: %s is kept, and nothing in this version fires it.".formatted(name),
        "");
    return Optional.of(new TriggerDef.Other(common, withoutCommon(mapping)));
  }

  private Optional<PluginType> plugin(String type) {
    return reading.catalog().find(type).filter(found -> found.kind() == Kind.TRIGGER);
  }

  private TriggerDef.Common common(Fields fields, String canonical) {
    fields.requiredText("type");
    var labels = fields.value("labels");
    fields.withoutEffect("workerGroup", "workerSelector");
    fields.accept("version", "assets", "policyRefs");
    return new TriggerDef.Common(
        Ids.read(fields, "id", Ids.Form.TASK),
        canonical,
        fields.text("description"),
        fields.flag("disabled", false),
        labels == null ? Map.of() : labels,
        States.read(fields, "stopAfter"),
        fields.flag("failOnTriggerError", false),
        fields.at());
  }

  private static Map<String, Object> withoutCommon(Mapping mapping) {
    var properties = new LinkedHashMap<>(Values.tree(mapping));
    properties.keySet().removeAll(Set.of("id", "type", "description", "disabled", "labels"));
    return properties;
  }

  private void unknownType(Fields fields, String type) {
    if (type.isEmpty()) return;
    Set<String> known = new LinkedHashSet<>(TypeNames.triggerNameSet());
    for (var plugin : reading.catalog().all()) {
      if (plugin.kind() == Kind.TRIGGER) known.add(plugin.name());
    }
    fields.error(
        Code.UNKNOWN_TYPE,
        "type",
        "Invalid type: %s is no trigger that this installation knows."
            .formatted(Values.abridged(type)),
        reading.suggestion(type, known));
  }
}
