package io.orrery.plugin.core.namespace;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.FilePatterns;
import io.orrery.plugin.api.NamespaceFiles.NamespaceFile;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

@Plugin(
    type = "io.kestra.plugin.core.namespace.PurgeFiles",
    title = "Forgets older revisions of namespace files for good.",
    examples =
        @Example(
            """
            id: tidy
            type: io.kestra.plugin.core.namespace.PurgeFiles
            namespaces: [company.team]
            behavior:
              type: version
              keepAmount: 3
            """))
public record PurgeFiles(
    @Doc("Whose files; without them and without a pattern all that this flow may use.")
        Property<List<String>> namespaces,
    @Doc("A pattern of namespaces, as `company.*`.") Property<String> namespacePattern,
    @Doc(value = "Whether namespaces below the named ones count.", defaultText = "true")
        Property<Boolean> includeChildNamespaces,
    @Doc("A pattern of files.") Property<String> filePattern,
    @Doc(
            value =
                "What goes: revisions saved `before` a time, or all but the `keepAmount` newest.",
            defaultText = "{type: version, keepAmount: 1}")
        Property<Map<String, Object>> behavior)
    implements RunnableTask<PurgeFiles.Output> {

  /// @param size how many revisions were forgotten
  /// @param count the same
  public record Output(
      @Doc("The same as `count`.") long size, @Doc("How many revisions went.") long count) {}

  /// Which revisions of one file stay.
  private record Rule(Optional<Integer> keep, Optional<Instant> before) {}

  @Override
  public Output run(RunContext context) {
    var rule = rule(context.render(behavior).orElse(Map.of()));
    var wanted = context.render(filePattern).map(glob -> FilePatterns.of(List.of(glob)));
    var files = context.namespaceFiles();
    long gone = 0;
    for (var namespace :
        Selection.namespaces(
            files.namespaces(), namespaces, namespacePattern, includeChildNamespaces, context)) {
      for (var file : byPath(files.revisions(namespace)).entrySet()) {
        var revisions = forgotten(file.getValue(), rule);
        boolean chosen = wanted.map(patterns -> patterns.matches(file.getKey())).orElse(true);
        if (chosen && !revisions.isEmpty()) {
          files.forget(namespace, file.getKey(), revisions);
          gone += revisions.size();
        }
      }
    }
    context.logger().info("{} revisions of namespace files purged", gone);
    return new Output(gone, gone);
  }

  private static Rule rule(Map<String, Object> behavior) {
    var type = String.valueOf(behavior.getOrDefault("type", "version"));
    if (!type.equals("version")) {
      throw new TaskFailure("behavior.type is '" + type + "', only version is known");
    }
    var keep = behavior.get("keepAmount");
    var before = behavior.get("before");
    if (keep != null && before != null) {
      throw new TaskFailure("behavior.keepAmount and behavior.before exclude each other; keep one");
    }
    try {
      return before == null
          ? new Rule(
              Optional.of(keep == null ? 1 : Integer.parseInt(keep.toString())), Optional.empty())
          : new Rule(
              Optional.empty(), Optional.of(ZonedDateTime.parse(before.toString()).toInstant()));
    } catch (NumberFormatException | DateTimeException e) {
      throw new TaskFailure("behavior is no number of revisions and no date-time with a zone", e);
    }
  }

  /// The newest one of a file that is there always stays.
  private static List<Integer> forgotten(List<NamespaceFile> revisions, Rule rule) {
    var forgotten = new ArrayList<Integer>();
    int newest = revisions.size() - 1;
    for (int i = 0; i <= newest; i++) {
      var one = revisions.get(i);
      int place = newest - i; // 0: the newest
      boolean stays = i == newest && !one.deleted();
      boolean old =
          rule.before().map(end -> one.savedAt().isBefore(end)).orElse(false)
              || rule.keep().map(keep -> place >= keep).orElse(false);
      if (old && !stays) {
        forgotten.add(one.revision());
      }
    }
    return forgotten;
  }

  private static Map<String, List<NamespaceFile>> byPath(List<NamespaceFile> revisions) {
    var paths = new LinkedHashMap<String, List<NamespaceFile>>();
    revisions.forEach(one -> paths.computeIfAbsent(one.path(), _ -> new ArrayList<>()).add(one));
    return paths;
  }
}
