package io.orrery.conformance.cron;

import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.subject.Unsupported;
import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.TypeCatalog;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.PluginDefault;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.problem.Code;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Problem;
import io.orrery.model.yaml.Checks;
import io.orrery.model.yaml.FlowReader;
import io.orrery.model.yaml.Strictness;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the trigger of an entry as a flow's would be read.
final class ScheduleReading {

  private static final FlowReader READER = new FlowReader(new NoPlugins(), Checks.NONE);
  private static final String CONFIGURATIONS = "kestra.plugins.configurations";

  /// A trigger that no person would be allowed to save.
  static final class Unreadable extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    Unreadable(List<Problem> problems) {
      super(problems.getFirst().what());
    }
  }

  private ScheduleReading() {}

  /// @throws Unsupported when it is no schedule, or says more than when
  static Schedule schedule(Entry entry) {
    var read = reader(entry).readTrigger(Json.write(entry.object("trigger")), Strictness.STRICT);
    return switch (read) {
      case Parsed.Ok<TriggerDef>(Schedule schedule, var remarks) -> plain(schedule, remarks);
      case Parsed.Ok<TriggerDef>(var other, var _) ->
          throw new Unsupported("trigger type " + other.common().type());
      case Parsed.Bad<TriggerDef> bad -> throw new Unreadable(bad.problems());
    };
  }

  /// With what the configuration says of schedules.
  private static FlowReader reader(Entry entry) {
    var config = Json.members(entry.object("env").get("config"));
    for (var name : config.keySet()) {
      if (!name.equals(CONFIGURATIONS)) throw new Unsupported("setting " + name);
    }
    var defaults =
        Json.items(config.get(CONFIGURATIONS)).stream()
            .flatMap(one -> PluginDefault.read(one).stream())
            .toList();
    return new FlowReader(new NoPlugins(), Checks.NONE, _ -> List.of(defaults));
  }

  static TriggerDef trigger(Map<String, Object> trigger) {
    return switch (read(trigger)) {
      case Parsed.Ok<TriggerDef>(var read, var _) -> read;
      case Parsed.Bad<TriggerDef> bad ->
          throw new IllegalArgumentException("refused: " + bad.problems());
    };
  }

  /// Labels of a line: a map, or a list of `{key, value}`.
  static Map<String, String> labels(@Nullable Object given) {
    var labels = new LinkedHashMap<String, String>();
    Json.members(given).forEach((key, value) -> labels.put(key, String.valueOf(value)));
    for (var item : Json.items(given)) {
      var label = Json.members(item);
      labels.put(String.valueOf(label.get("key")), String.valueOf(label.get("value")));
    }
    return labels;
  }

  static Flow flow(Map<String, Object> flow) {
    return switch (READER.read(Json.write(LabelRunner.whole(flow)), Strictness.STRICT)) {
      case Parsed.Ok<Flow>(var read, var _) -> read;
      case Parsed.Bad<Flow> bad -> throw new IllegalArgumentException("refused: " + bad.problems());
    };
  }

  private static Parsed<TriggerDef> read(Map<String, Object> trigger) {
    return READER.readTrigger(Json.write(trigger), Strictness.STRICT);
  }

  private static Schedule plain(Schedule schedule, List<Problem> remarks) {
    for (var remark : remarks) {
      if (remark.code() == Code.NO_EFFECT) throw new Unsupported(remark.what());
    }
    return schedule;
  }

  /// Schedules are language, not plugins: nothing has to be known.
  private record NoPlugins() implements TypeCatalog {
    @Override
    public Optional<PluginType> find(String name) {
      return Optional.empty();
    }

    @Override
    public Collection<PluginType> all() {
      return List.of();
    }
  }
}
