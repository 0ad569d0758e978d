package io.orrery.plugin.core.storage;

import com.amazon.ion.IonValue;
import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/// Goes through the file twice: to find where each key stands last, and to copy those items. Only
/// the keys are in memory.
@Plugin(
    type = "io.kestra.plugin.core.storage.DeduplicateItems",
    aliases = "io.kestra.core.tasks.storages.DeduplicateItems",
    title = "Keeps the last item for each key of a stored file.",
    examples =
        @Example(
            """
            id: newest
            type: io.kestra.plugin.core.storage.DeduplicateItems
            from: "{{ inputs.file }}"
            expr: "{{ key }}"
            """))
public record DeduplicateItems(
    @Doc(value = "The file: items in Ion, one a line.", required = true) Property<String> from,
    @Doc(value = "A template over the fields of each item: its key.", required = true) String expr)
    implements RunnableTask<DeduplicateItems.Output> {

  public record Output(
      @Doc("The address of the new file.") URI uri,
      @Doc("How many keys there are.") long numKeys,
      @Doc("How many items were read.") long processedItemsTotal,
      @Doc("How many of them were left out.") long droppedItemsTotal) {}

  @Override
  public Output run(RunContext context) throws IOException {
    var file = Addresses.read(context.require(from, "from"));
    var lastPlaces = new HashMap<String, Long>();
    long[] places = new long[2];
    Items.forEach(file, context, item -> lastPlaces.put(key(item, context), places[0]++));
    try (var kept = new Items.Written(context)) {
      Items.forEach(
          file,
          context,
          item -> {
            if (isLast(item, places[1]++, lastPlaces, context)) {
              kept.add(item);
            }
          });
      return new Output(
          kept.store(context), lastPlaces.size(), places[0], places[0] - lastPlaces.size());
    }
  }

  private boolean isLast(
      IonValue item, long place, Map<String, Long> lastPlaces, RunContext context) {
    var last = lastPlaces.get(key(item, context));
    return last != null && last == place;
  }

  private String key(IonValue item, RunContext context) {
    return context.with(Items.variables(item)).render(expr);
  }
}
