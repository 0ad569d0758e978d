package io.orrery.plugin.core.namespace;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.FilePatterns;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

@Plugin(
    type = "io.kestra.plugin.core.namespace.UploadFiles",
    aliases = "io.kestra.core.tasks.namespaces.UploadFiles",
    title = "Saves files in a namespace.",
    examples =
        @Example(
            """
            id: keep
            type: io.kestra.plugin.core.namespace.UploadFiles
            namespace: company.team
            filesMap:
              report.csv: "{{ inputs.file }}"
            destination: reports
            """))
public record UploadFiles(
    @Doc(value = "Whose files they become.", required = true) Property<String> namespace,
    @Doc("Patterns of files in the working folder; or files by name, as filesMap.")
        Property<Object> files,
    @Doc("Stored files by the name that they get: a map, or the JSON text of one.")
        Property<Object> filesMap,
    @Doc(value = "The folder that they go into.", defaultText = "/") Property<String> destination,
    @Doc(value = "What happens to a file that is there already.", defaultText = "OVERWRITE")
        Property<Conflict> conflict)
    implements RunnableTask<UploadFiles.Output> {

  public enum Conflict {
    OVERWRITE,
    SKIP,
    ERROR
  }

  /// @param files addresses by path
  public record Output(@Doc("Addresses of the saved files by path.") Map<String, URI> files) {}

  /// Opens what is uploaded.
  private interface Source {
    InputStream open() throws IOException;
  }

  @Override
  public Output run(RunContext context) throws IOException {
    if (files.isAbsent() && filesMap.isAbsent()) {
      throw new TaskFailure("one of 'files' and 'filesMap' is required");
    }
    var saved = new TreeMap<String, URI>();
    // Older flows give the map as `files`.
    boolean map = files.raw().orElse(null) instanceof Map<?, ?>;
    for (var named : Texts.map(map ? files : filesMap, "filesMap", context).entrySet()) {
      var address = address(named.getValue());
      save(named.getKey(), () -> context.storage().open(address), saved, context);
    }
    if (!map) {
      var patterns = FilePatterns.of(Texts.list(files, "files", context));
      var folder = context.workingFolder().path();
      for (var file : below(folder)) {
        var name = folder.relativize(file).toString();
        if (patterns.matches(name)) {
          save(name, () -> Files.newInputStream(file), saved, context);
        }
      }
    }
    return new Output(saved);
  }

  private void save(String name, Source source, Map<String, URI> saved, RunContext context)
      throws IOException {
    var owner = context.require(namespace, "namespace");
    var path = context.render(destination).orElse("/") + "/" + name;
    var there = context.namespaceFiles().find(owner, path);
    if (there.isPresent()) {
      switch (context.render(conflict).orElse(Conflict.OVERWRITE)) {
        case OVERWRITE -> {}
        case SKIP -> {
          context.logger().info("'{}' is there already and is skipped", there.get().path());
          return;
        }
        case ERROR ->
            throw new TaskFailure(
                "'" + there.get().path() + "' is there already and conflict is ERROR");
      }
    }
    try (var content = source.open()) {
      var file = context.namespaceFiles().put(owner, path, content);
      saved.put(file.path(), file.uri());
    }
  }

  private static URI address(String text) {
    try {
      return URI.create(text.strip());
    } catch (IllegalArgumentException e) {
      throw new TaskFailure("'" + text + "' is no address of a file", e);
    }
  }

  private static List<Path> below(Path folder) throws IOException {
    try (var walk = Files.walk(folder)) {
      return walk.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }
}
