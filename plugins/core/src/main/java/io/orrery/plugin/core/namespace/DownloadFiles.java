package io.orrery.plugin.core.namespace;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.FilePatterns;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;

@Plugin(
    type = "io.kestra.plugin.core.namespace.DownloadFiles",
    aliases = "io.kestra.core.tasks.namespaces.DownloadFiles",
    title = "Copies files of a namespace into this execution.",
    examples =
        @Example(
            """
            id: take
            type: io.kestra.plugin.core.namespace.DownloadFiles
            namespace: company.team
            files: "**.sql"
            """))
public record DownloadFiles(
    @Doc(value = "Whose files they are.", required = true) Property<String> namespace,
    @Doc(value = "A pattern of files, or a list of them.", required = true) Property<Object> files,
    @Doc(value = "The folder that their names begin with.", defaultText = "")
        Property<String> destination)
    implements RunnableTask<DownloadFiles.Output> {

  /// @param files addresses by path
  public record Output(@Doc("Addresses of the copies by path.") Map<String, URI> files) {}

  @Override
  public Output run(RunContext context) throws IOException {
    var owner = context.require(namespace, "namespace");
    var wanted = FilePatterns.of(Texts.list(files, "files", context));
    var folder = context.render(destination).orElse("");
    var copies = new TreeMap<String, URI>();
    for (var file : context.namespaceFiles().list(owner)) {
      if (wanted.matches(file.path())) {
        var name = (folder + file.path()).replaceAll("/{2,}", "/");
        try (var content = context.namespaceFiles().open(file)) {
          var plain = name.startsWith("/") ? name.substring(1) : name;
          copies.put(name, context.storage().put(plain, content));
        }
      }
    }
    context.logger().debug("{} files of {} copied", copies.size(), owner);
    return new Output(copies);
  }
}
