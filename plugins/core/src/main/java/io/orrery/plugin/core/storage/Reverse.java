package io.orrery.plugin.core.storage;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.UUID;

@Plugin(
    type = "io.kestra.plugin.core.storage.Reverse",
    aliases = "io.kestra.core.tasks.storages.Reverse",
    title = "Writes the lines of a stored file in reverse order.",
    examples =
        @Example(
            """
            id: backwards
            type: io.kestra.plugin.core.storage.Reverse
            from: "{{ inputs.file }}"
            """))
public record Reverse(
    @Doc(value = "The file.", required = true) Property<String> from,
    @Doc(value = "What ends a line.", defaultText = "\\n") Property<String> separator,
    @Doc(value = "The charset of the file.", defaultText = "UTF-8") Property<String> charset)
    implements RunnableTask<Reverse.Output> {

  private static final int BLOCK_BYTES = 64 * 1024;

  public record Output(@Doc("The address of the new file.") URI uri) {}

  @Override
  public Output run(RunContext context) throws IOException {
    var file = Addresses.read(context.require(from, "from"));
    var encoding = context.render(charset).map(Charset::forName).orElse(Charset.forName("UTF-8"));
    var end = context.render(separator).orElse("\n").getBytes(encoding);
    if (end.length == 0) {
      throw new TaskFailure("property 'separator' is empty");
    }
    var copy = context.workingFolder().createFile("");
    try (var content = context.storage().open(file)) {
      var _ = Files.copy(content, copy, StandardCopyOption.REPLACE_EXISTING);
    }
    var reversed = context.workingFolder().createFile("");
    try (var in = new RandomAccessFile(copy.toFile(), "r");
        var out = new BufferedOutputStream(Files.newOutputStream(reversed))) {
      reverse(in, out, end);
    }
    return store(reversed, Addresses.extension(file), context);
  }

  private static Output store(Path reversed, String extension, RunContext context)
      throws IOException {
    try (var content = Files.newInputStream(reversed)) {
      return new Output(context.storage().put(UUID.randomUUID() + extension, content));
    }
  }

  /// From the end to the start, block by block: memory is a block and the longest line, whatever
  /// the size of the file.
  private static void reverse(RandomAccessFile in, OutputStream out, byte[] end)
      throws IOException {
    long lineTo = in.length();
    if (lineTo >= end.length && matches(read(in, lineTo - end.length, end.length), 0, end)) {
      lineTo -= end.length;
    } else if (lineTo == 0) {
      return;
    }
    // Everything from `blockFrom` on was searched for line ends.
    long blockFrom = lineTo;
    while (blockFrom > 0) {
      long searchTo = blockFrom;
      blockFrom = Math.max(0, blockFrom - BLOCK_BYTES);
      // A separator may begin in this block and end in the one before it in our order.
      int length = (int) Math.min(lineTo - blockFrom, searchTo - blockFrom + end.length - 1);
      var block = read(in, blockFrom, length);
      for (int at = (int) (searchTo - blockFrom) - 1; at >= 0; at--) {
        long lineFrom = blockFrom + at + end.length;
        if (lineFrom <= lineTo && at + end.length <= block.length && matches(block, at, end)) {
          line(in, lineFrom, lineTo, out, end);
          lineTo = blockFrom + at;
        }
      }
    }
    line(in, 0, lineTo, out, end);
  }

  private static void line(RandomAccessFile in, long from, long to, OutputStream out, byte[] end)
      throws IOException {
    for (long at = from; at < to; at += BLOCK_BYTES) {
      out.write(read(in, at, (int) Math.min(BLOCK_BYTES, to - at)));
    }
    out.write(end);
  }

  private static byte[] read(RandomAccessFile in, long from, int length) throws IOException {
    var bytes = new byte[length];
    in.seek(from);
    in.readFully(bytes);
    return bytes;
  }

  private static boolean matches(byte[] block, int at, byte[] end) {
    return at + end.length <= block.length
        && Arrays.equals(block, at, at + end.length, end, 0, end.length);
  }
}
