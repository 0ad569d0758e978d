package io.orrery.plugin.core.storage;

import com.amazon.ion.IonValue;
import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.api.Truth;
import java.io.IOException;
import java.net.URI;

@Plugin(
    type = "io.kestra.plugin.core.storage.FilterItems",
    aliases = "io.kestra.core.tasks.storages.FilterItems",
    title = "Keeps the items of a stored file that a condition is true for, or the others.",
    examples =
        @Example(
            """
            id: large
            type: io.kestra.plugin.core.storage.FilterItems
            from: "{{ inputs.file }}"
            filterCondition: "{{ size > 100 }}"
            """))
public record FilterItems(
    @Doc(value = "The file: items in Ion, one a line.", required = true) Property<String> from,
    @Doc(
            value = "A template over the fields of each item; true unless empty, false, 0 or -0.",
            required = true)
        String filterCondition,
    @Doc(value = "Which items are kept.", defaultText = "INCLUDE") Property<FilterType> filterType,
    @Doc(value = "What happens to an item whose condition fails or is null.", defaultText = "FAIL")
        Property<ErrorOrNullBehavior> errorOrNullBehavior)
    implements RunnableTask<FilterItems.Output> {

  public enum FilterType {
    /// Those that the condition is true for.
    INCLUDE,
    /// The others.
    EXCLUDE
  }

  public enum ErrorOrNullBehavior {
    FAIL,
    /// The item is kept.
    INCLUDE,
    /// The item is dropped.
    EXCLUDE
  }

  public record Output(
      @Doc("The address of the new file.") URI uri,
      @Doc("How many items were read.") long processedItemsTotal,
      @Doc("How many of them were left out.") long droppedItemsTotal) {}

  @Override
  public Output run(RunContext context) throws IOException {
    var file = Addresses.read(context.require(from, "from"));
    boolean keepsTrue = context.render(filterType).orElse(FilterType.INCLUDE) == FilterType.INCLUDE;
    var otherwise = context.render(errorOrNullBehavior).orElse(ErrorOrNullBehavior.FAIL);
    long[] counts = new long[2];
    try (var kept = new Items.Written(context)) {
      Items.forEach(
          file,
          context,
          item -> {
            counts[0]++;
            if (keeps(item, keepsTrue, otherwise, counts[0], context)) {
              kept.add(item);
            } else {
              counts[1]++;
            }
          });
      return new Output(kept.store(context), counts[0], counts[1]);
    }
  }

  private boolean keeps(
      IonValue item,
      boolean keepsTrue,
      ErrorOrNullBehavior otherwise,
      long place,
      RunContext context) {
    String why;
    try {
      var value = context.with(Items.variables(item)).evaluate(filterCondition.strip());
      if (value != null) {
        return Truth.of(value) == keepsTrue;
      }
      why = "is null";
    } catch (RuntimeException e) {
      // Whatever a template throws says why in its message.
      why = "failed: " + e.getMessage();
    }
    return switch (otherwise) {
      case INCLUDE -> true;
      case EXCLUDE -> false;
      case FAIL -> throw new TaskFailure("the condition for item " + place + " " + why);
    };
  }
}
