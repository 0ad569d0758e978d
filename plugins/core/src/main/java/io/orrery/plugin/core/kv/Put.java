package io.orrery.plugin.core.kv;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.KeyValues;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.core.kv.Set",
    aliases = {"io.kestra.plugin.core.kv.Put", "io.kestra.core.tasks.kv.Set"},
    light = true,
    title = "Writes a value to the key-value store.",
    examples =
        @Example(
            """
            id: remember
            type: io.kestra.plugin.core.kv.Set
            key: last_run
            value: "{{ execution.startDate }}"
            ttl: P7D
            """))
public record Put(
    @Doc(value = "Its name.", required = true) Property<String> key,
    @Doc(value = "A text, or a tree of values.", required = true) Property<Object> value,
    @Doc(value = "Whose store.", defaultText = "{{ flow.namespace }}") Property<String> namespace,
    @Doc(value = "Whether an existing key may be replaced.", defaultText = "true")
        Property<Boolean> overwrite,
    @Doc("After how long it is gone; without it never.") Property<Duration> ttl,
    @Doc("How to read a text; without it that is guessed.") Property<Kind> kvType,
    @Doc("What it is for.") Property<String> kvDescription)
    implements RunnableTask<Void> {

  public enum Kind {
    STRING,
    NUMBER,
    BOOLEAN,
    DATETIME,
    DATE,
    DURATION,
    JSON
  }

  @Override
  public @Nullable Void run(RunContext context) {
    var name = Keys.key(key, context);
    var store = Keys.namespace(namespace, context);
    var keyValues = context.keyValues();
    var written = value.raw().orElseThrow(() -> new TaskFailure("property 'value' is required"));
    var rendered =
        written instanceof String text
            ? Values.read(context.render(text), context.render(kvType))
            : context.renderTree(written);
    boolean put =
        keyValues.put(
            store,
            name,
            new KeyValues.Value(
                rendered,
                context.render(kvType).map(Kind::name),
                context.render(kvDescription),
                context.render(ttl),
                context.render(overwrite).orElse(true)));
    if (!put) {
      throw new TaskFailure("The key '" + name + "' exists already and overwrite is false.");
    }
    return null;
  }
}
