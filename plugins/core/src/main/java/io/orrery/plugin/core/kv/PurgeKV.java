package io.orrery.plugin.core.kv;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.KeyValues;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.core.namespace.Selection;
import java.util.Map;

@Plugin(
    type = "io.kestra.plugin.core.kv.PurgeKV",
    title = "Deletes values of the key-value stores that have expired.",
    examples =
        @Example(
            """
            id: tidy
            type: io.kestra.plugin.core.kv.PurgeKV
            namespaces: [company.team]
            keyPattern: "tmp-*"
            """))
public record PurgeKV(
    @Doc("Whose stores; without them and without a pattern all that this flow may use.")
        Property<java.util.List<String>> namespaces,
    @Doc("A pattern of namespaces, as `company.*`.") Property<String> namespacePattern,
    @Doc(value = "Whether namespaces below the named ones count.", defaultText = "true")
        Property<Boolean> includeChildNamespaces,
    @Doc("A pattern of keys, as `tmp-*`.") Property<String> keyPattern,
    @Doc(value = "Whether only expired values go.", defaultText = "true")
        Property<Boolean> expiredOnly,
    @Doc("Newer form of expiredOnly: `type: key` and `expiredOnly`.")
        Property<Map<String, Object>> behavior)
    implements RunnableTask<PurgeKV.Output> {

  /// @param size how many were deleted
  /// @param count the same
  public record Output(
      @Doc("The same as `count`.") long size, @Doc("How many values went.") long count) {}

  @Override
  public Output run(RunContext context) {
    var keyValues = context.keyValues();
    var keys = Selection.pattern(context.render(keyPattern));
    boolean onlyExpired = onlyExpired(context);
    long gone = 0;
    for (var namespace :
        Selection.namespaces(
            keyValues.namespaces(),
            namespaces,
            namespacePattern,
            includeChildNamespaces,
            context)) {
      var chosen =
          keyValues.all(namespace).stream()
              .filter(key -> key.expired() || !onlyExpired)
              .map(KeyValues.Key::key)
              .filter(keys)
              .toList();
      gone += chosen.isEmpty() ? 0 : keyValues.deleteAll(namespace, chosen);
    }
    context.logger().info("{} keys purged", gone);
    return new Output(gone, gone);
  }

  private boolean onlyExpired(RunContext context) {
    var newer = context.render(behavior).orElse(Map.of());
    var type = String.valueOf(newer.getOrDefault("type", "key"));
    if (!type.equals("key")) {
      throw new TaskFailure(
          "behavior.type is '" + type + "': values keep no older versions here, use key");
    }
    var said = newer.get("expiredOnly");
    return said == null
        ? context.render(expiredOnly).orElse(true)
        : Boolean.parseBoolean(said.toString());
  }
}
