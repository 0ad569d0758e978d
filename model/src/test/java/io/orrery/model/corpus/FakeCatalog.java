package io.orrery.model.corpus;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.PluginType.Kind;
import io.orrery.model.catalog.PropertyType;
import io.orrery.model.catalog.PropertyType.Shape;
import io.orrery.model.catalog.TypeCatalog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Kestra's core types as far as the corpus names them, without any plugin being there.
///
/// A type is one line: name, old names after `=`, then its properties. `*` required, `!` not
/// dynamic; the letter after `:` is the shape (s text, i integer, b boolean, d duration, l list, m
/// map, o object, a anything), or the allowed names after `:e=`.
public final class FakeCatalog implements TypeCatalog {
  private static final String CORE = "io.kestra.plugin.core.";

  private static final String TASKS =
      """
      debug.Return=debugs.Return format:s
      debug.Echo=debugs.Echo format*:a level:e=TRACE,DEBUG,INFO,WARN,ERROR
      log.Log=log.Log message*:a level:e=TRACE,DEBUG,INFO,WARN,ERROR
      log.Fetch=log.Fetch namespace:s flowId:s executionId:s tasksId:l level:s
      execution.Fail=executions.Fail condition:s errorMessage:s
      execution.PurgeExecutions=storages.Purge namespace:s flowId:s startDate:s endDate*:s states:l purgeExecution!:b purgeLog!:b purgeMetric!:b purgeStorage!:b
      execution.Count=executions.Counts flows:l namespaces:l states:l startDate*:s endDate:s expression*:s
      execution.Resume=executions.Resume namespace:s flowId:s executionId:s inputs:m
      flow.Sleep=flows.Pause.Sleep duration*:d
      http.Request=http.Request uri*:s method:s body:s formData:m contentType:s headers:m params:m options:o
      http.Download=http.Download uri*:s method:s body:s headers:m options:o
      kv.Get=kv.Get key*:s namespace:s errorOnMissing:b
      kv.GetKeys=kv.GetKeys prefix:s namespace:s
      kv.Set=kv.Set key*:s value*:a namespace:s overwrite:b ttl:d kvType:e=STRING,NUMBER,BOOLEAN,DATETIME,DATE,DURATION,JSON
      kv.Delete=kv.Delete key*:s namespace:s errorOnMissing:b
      namespace.DeleteFiles=namespace.DeleteFiles namespace*:s files*:a
      namespace.UploadFiles=namespace.UploadFiles namespace*:s files:l filesMap:m destination:s conflict:e=OVERWRITE,SKIP,ERROR
      namespace.DownloadFiles=namespace.DownloadFiles namespace*:s files*:a destination:s
      output.OutputValues=outputs.OutputValues values:m
      state.Get=states.Get name:s namespace:b taskrunValue:b errorOnMissing:b
      state.Set=states.Set name:s namespace:b taskrunValue:b data:m
      state.Delete=states.Delete name:s namespace:b taskrunValue:b errorOnMissing:b
      storage.Concat=storages.Concat files*:a separator:s extension:s
      storage.DeduplicateItems=storages.DeduplicateItems from*:s expr*:s
      storage.Delete=storages.Delete uri*:s errorOnMissing:b
      storage.FilterItems=storages.FilterItems from*:s filterCondition*:s filterType:e=INCLUDE,EXCLUDE errorOrNullBehavior:e=FAIL,INCLUDE,EXCLUDE
      storage.LocalFiles=storages.LocalFiles inputs:m outputs:l
      storage.PurgeCurrentExecutionFiles=storages.PurgeExecution
      storage.Reverse=storages.Reverse from*:s separator:s charset:s
      storage.Size=storages.Size uri*:s
      storage.Split=storages.Split from*:s rows:i bytes:s partitions:i separator:s
      templating.TemplatedTask=templating.TemplatedTask spec*:s
      trigger.Toggle=trigger.Toggle trigger*:s namespace:s flowId:s enabled:b
      """;

  private final Map<String, PluginType> types = new TreeMap<>();
  private final Map<String, PluginType> names = new LinkedHashMap<>();

  public FakeCatalog() {
    TASKS.lines().forEach(this::task);
    add(
        "io.kestra.plugin.scripts.shell.Commands",
        Kind.TASK,
        List.of(),
        "commands*:l beforeCommands:l env:m inputFiles:m outputFiles:l namespaceFiles:o taskRunner!:o"
            + " containerImage:s interpreter:l failFast:b warningOnStdErr:b docker!:o runner:s");
    add(
        CORE + "http.Trigger",
        Kind.TRIGGER,
        List.of(),
        "uri*:s method:s responseCondition:s interval:d");
  }

  @Override
  public Optional<PluginType> find(String name) {
    return Optional.ofNullable(names.get(name));
  }

  @Override
  public Collection<PluginType> all() {
    return types.values();
  }

  private void task(String line) {
    var words = line.split(" ", 2);
    var spellings = words[0].split("=", 2);
    var shortName = spellings[0].substring(spellings[0].indexOf('.') + 1);
    add(
        CORE + spellings[0],
        Kind.TASK,
        List.of("io.kestra.core.tasks." + spellings[1], shortName),
        words.length > 1 ? words[1] : "");
  }

  private void add(String name, Kind kind, List<String> aliases, String properties) {
    var byName = new LinkedHashMap<String, PropertyType>();
    for (var property : properties.split(" ", -1)) {
      if (property.isEmpty()) continue;
      var sides = property.split(":", 2);
      byName.put(sides[0].replaceAll("[*!]", ""), property(sides[0], sides[1]));
    }
    var type = new PluginType(name, kind, aliases, "", byName);
    types.put(name, type);
    names.put(name, type);
    aliases.forEach(alias -> names.putIfAbsent(alias, type));
  }

  private static PropertyType property(String name, String shape) {
    var values = new ArrayList<String>();
    if (shape.startsWith("e=")) values.addAll(List.of(shape.substring(2).split(",", -1)));
    return new PropertyType(
        shape(shape.toLowerCase(Locale.ROOT).charAt(0)),
        name.contains("*"),
        !name.contains("!"),
        "",
        "",
        values,
        Map.of());
  }

  private static Shape shape(char letter) {
    return switch (letter) {
      case 's' -> Shape.STRING;
      case 'i' -> Shape.INTEGER;
      case 'b' -> Shape.BOOLEAN;
      case 'd' -> Shape.DURATION;
      case 'e' -> Shape.ENUM;
      case 'l' -> Shape.LIST;
      case 'm' -> Shape.MAP;
      case 'o' -> Shape.OBJECT;
      default -> Shape.ANY;
    };
  }
}
