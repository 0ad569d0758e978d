package io.orrery.plugin.core.file;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Memory;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.PollingTrigger;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

@Plugin(
    type = "io.kestra.plugin.fs.local.Trigger",
    aliases = "io.orrery.plugin.core.file.Trigger",
    title = "Starts the flow when there are new or changed files in a folder of the worker.",
    description =
        "One execution gets all files of one look, as `trigger.files`; their content is in"
            + " internal storage. The trigger keeps in mind what it has seen, also across restarts:"
            + " each state of a file starts one execution.",
    examples =
        @Example(
            """
            id: arrived
            type: io.kestra.plugin.fs.local.Trigger
            from: /data/inbox
            regExp: ".*[.]csv"
            action: MOVE
            moveDirectory: /data/archive
            interval: PT10S
            """))
public record Trigger(
    @Inline FolderProperties folder,
    @Doc(value = "How many files one execution gets at most.", defaultText = "100")
        Property<Integer> maxFiles)
    implements PollingTrigger<Trigger.Output> {

  private static final int FILES_MAX = 100;

  public record Output(@Doc("The files, oldest first.") List<FoundFile> files) {
    public Output {
      files = List.copyOf(files);
    }
  }

  @Override
  public List<Found<Output>> evaluate(RunContext context, Memory memory) throws IOException {
    var place = Folder.of(folder, context);
    var known = KnownFiles.in(memory);
    var news = place.news(known, context.render(maxFiles).orElse(FILES_MAX));
    known.keepIn(memory);
    if (news.isEmpty()) {
      return List.of();
    }
    var files = new ArrayList<FoundFile>();
    for (var file : news) {
      files.add(place.stored(file));
    }
    return List.of(Found.of(new Output(files)));
  }

  @Override
  public void taken(RunContext context, List<Found<Output>> found) throws IOException {
    var place = Folder.of(folder, context);
    for (var one : found) {
      for (var file : one.output().files()) {
        place.take(file);
      }
    }
  }
}
