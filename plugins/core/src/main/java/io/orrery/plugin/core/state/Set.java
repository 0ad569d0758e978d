package io.orrery.plugin.core.state;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

@Plugin(
    type = "io.kestra.plugin.core.state.Set",
    aliases = "io.kestra.core.tasks.states.Set",
    light = true,
    title = "Lays values over a state, or makes it.",
    examples =
        @Example(
            """
            id: remember
            type: io.kestra.plugin.core.state.Set
            name: progress
            data:
              last: "{{ execution.startDate }}"
            """))
public record Set(
    @Inline StateProperties state,
    @Doc("The values by name; names and values may hold templates.")
        Property<Map<String, Object>> data)
    implements RunnableTask<Set.Output> {

  /// @param count how many values the state has now
  /// @param key in the key-value store of the namespace
  public record Output(
      @Doc("How many values there are now.") int count,
      @Doc("The key that the state is kept under.") String key) {}

  @Override
  public Output run(RunContext context) {
    var all = new LinkedHashMap<String, Object>(state.read(context).orElse(Map.of()));
    all.putAll(context.render(data).orElse(Map.of()));
    var key = state.key(context);
    context.keyValues().put(context.place().namespace(), key, all, Optional.empty());
    return new Output(all.size(), key);
  }
}
