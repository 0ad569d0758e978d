package io.orrery.plugin.core.namespace;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.FilePatterns;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;

@Plugin(
    type = "io.kestra.plugin.core.namespace.DeleteFiles",
    aliases = "io.kestra.core.tasks.namespaces.DeleteFiles",
    title = "Deletes files of a namespace.",
    examples =
        @Example(
            """
            id: remove
            type: io.kestra.plugin.core.namespace.DeleteFiles
            namespace: company.team
            files: "drafts/**"
            """))
public record DeleteFiles(
    @Doc(value = "Whose files they are.", required = true) Property<String> namespace,
    @Doc(value = "A pattern of files, or a list of them.", required = true) Property<Object> files,
    @Doc(value = "Whether folders go that have nothing in them any more.", defaultText = "false")
        Property<Boolean> deleteParentFolder)
    implements RunnableTask<DeleteFiles.Output> {

  /// @param files addresses that they had, by path
  public record Output(@Doc("Addresses of the deleted files by path.") Map<String, URI> files) {}

  @Override
  public Output run(RunContext context) {
    var owner = context.require(namespace, "namespace");
    var wanted = FilePatterns.of(Texts.list(files, "files", context));
    boolean folders = context.render(deleteParentFolder).orElse(false);
    var gone = new TreeMap<String, URI>();
    for (var file : context.namespaceFiles().list(owner)) {
      if (wanted.matches(file.path()) && context.namespaceFiles().delete(owner, file.path())) {
        gone.put(file.path(), file.uri());
        if (folders) {
          context.namespaceFiles().deleteEmptyFolders(owner, file.path());
        }
      }
    }
    context.logger().debug("{} files of {} deleted", gone.size(), owner);
    return new Output(gone);
  }
}
