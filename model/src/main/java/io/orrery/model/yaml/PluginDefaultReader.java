package io.orrery.model.yaml;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.flow.PluginDefault;
import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Mapping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads the plugin defaults of a flow.
final class PluginDefaultReader {
  private PluginDefaultReader() {}

  /// What every task or trigger may say, so that a default may say it too.
  private static final Set<String> COMMON =
      Set.of(
          "id",
          "description",
          "version",
          "disabled",
          "runIf",
          "when",
          "timeout",
          "retry",
          "allowFailure",
          "allowWarning",
          "logLevel",
          "logToFile",
          "workerGroup",
          "workerSelector",
          "taskCache",
          "assets",
          "conditions",
          "stopAfter",
          "interval");

  static List<PluginDefault> read(Fields flow) {
    var defaults = new ArrayList<PluginDefault>();
    var name = flow.spelled("pluginDefaults", "taskDefaults");
    var items = flow.list(name);
    for (int i = 0; i < items.size(); i++) {
      var path = name + "[" + i + "]";
      Values.mapping(flow.reading(), items.get(i), path)
          .flatMap(mapping -> one(new Fields(flow.reading(), mapping, path, path)))
          .ifPresent(defaults::add);
    }
    return defaults;
  }

  private static Optional<PluginDefault> one(Fields fields) {
    var type = fields.requiredText("type");
    var forced = fields.flag("forced", false);
    if (!fields.has("values")) fields.missing("values");
    var values = fields.map("values");
    fields.close();
    if (type.isBlank() || values.isEmpty()) return Optional.empty();
    refuseNulls(fields, values.get());
    fields
        .reading()
        .catalog()
        .find(type)
        .ifPresent(plugin -> checkNames(fields, values.get(), plugin));
    return Optional.of(
        new PluginDefault(type, forced, new LinkedHashMap<>(Values.tree(values.get()))));
  }

  private static void refuseNulls(Fields fields, Mapping values) {
    values
        .entries()
        .forEach(
            (name, entry) -> {
              if (!entry.value().isNull()) return;
              fields
                  .reading()
                  .error(
                      Code.BAD_VALUE,
                      fields.pathOf("values." + name),
                      entry.key(),
                      "%s: a plugin default must have a value.".formatted(name),
                      "Remove it or give it a value.");
            });
  }

  private static void checkNames(Fields fields, Mapping values, PluginType plugin) {
    var names = new Fields(fields.reading(), values, fields.pathOf("values"), plugin.name());
    names.accept(plugin.properties().keySet().toArray(String[]::new));
    names.accept(COMMON.stream().sorted().toArray(String[]::new));
    names.close();
  }
}
