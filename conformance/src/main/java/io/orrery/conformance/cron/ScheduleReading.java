package io.orrery.conformance.cron;

import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.subject.Unsupported;
import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.TypeCatalog;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.problem.Code;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Problem;
import io.orrery.model.yaml.Checks;
import io.orrery.model.yaml.FlowReader;
import io.orrery.model.yaml.Strictness;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads the trigger of an entry as a flow's would be read.
final class ScheduleReading {

  private static final FlowReader READER = new FlowReader(new NoPlugins(), Checks.NONE);

  /// What else a schedule may say and still be decided by its dates alone.
  private static final Set<String> DECIDED = Set.of("conditions");

  private ScheduleReading() {}

  /// @throws Unsupported when it is no schedule, or says more than when
  static Schedule schedule(Entry entry) {
    var parsed = READER.readTrigger(Json.write(entry.get("trigger")), Strictness.STRICT);
    return switch (parsed) {
      case Parsed.Ok<TriggerDef>(Schedule schedule, var remarks) -> plain(schedule, remarks);
      case Parsed.Ok<TriggerDef>(var other, var _) ->
          throw new Unsupported("trigger type " + other.common().type());
      case Parsed.Bad<TriggerDef> bad ->
          throw new IllegalArgumentException("refused: " + bad.problems());
    };
  }

  private static Schedule plain(Schedule schedule, List<Problem> remarks) {
    boolean ignored = remarks.stream().anyMatch(remark -> remark.code() == Code.NO_EFFECT);
    if (ignored || !DECIDED.containsAll(schedule.extra().keySet())) {
      throw new Unsupported("a schedule's " + String.join(", ", schedule.extra().keySet()));
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
