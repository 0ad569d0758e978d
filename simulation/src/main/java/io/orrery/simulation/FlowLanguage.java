package io.orrery.simulation;

import io.orrery.expression.Templates;
import io.orrery.expression.pebble.PebbleTemplates;
import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.TypeCatalog;
import io.orrery.model.flow.Flow;
import io.orrery.model.problem.Parsed;
import io.orrery.model.yaml.Checks;
import io.orrery.model.yaml.FlowReader;
import io.orrery.model.yaml.Strictness;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The real flow language, with a catalog that knows every type of task.
final class FlowLanguage {

  private final Templates templates = new PebbleTemplates();
  private final FlowReader reader = new FlowReader(new AnyTask(), Checks.NONE);

  Templates templates() {
    return templates;
  }

  Parsed<Flow> read(String source) {
    return reader.read(source, Strictness.LENIENT);
  }

  /// @throws IllegalArgumentException with the first mistake
  Flow flow(String source) {
    return switch (read(source)) {
      case Parsed.Ok(var flow, var _) -> flow;
      case Parsed.Bad(var problems) ->
          throw new IllegalArgumentException(problems.getFirst().text("flow") + "\n" + source);
    };
  }

  private static final class AnyTask implements TypeCatalog {
    @Override
    public Optional<PluginType> find(String name) {
      return Optional.of(new PluginType(name, PluginType.Kind.TASK, List.of(), "", Map.of()));
    }

    @Override
    public Collection<PluginType> all() {
      return List.of();
    }
  }
}
