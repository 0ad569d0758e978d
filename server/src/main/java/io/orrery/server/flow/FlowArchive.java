package io.orrery.server.flow;

import io.orrery.server.http.Answer;
import io.orrery.store.vnode.SavedFlow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// Flows as a ZIP file of their texts, `NAMESPACE.ID.yml` each.
final class FlowArchive {
  private static final int ENTRIES_MAX = 10_000;
  private static final int ENTRY_BYTES_MAX = 10 << 20;
  private static final long BYTES_MAX = 200L << 20;

  private FlowArchive() {}

  static Answer zip(List<SavedFlow> flows) {
    var name = Map.of("Content-Disposition", "attachment; filename=\"flows.zip\"");
    return new Answer.Streamed(
        200,
        "application/octet-stream",
        name,
        out -> {
          var zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
          for (var flow : flows) {
            zip.putNextEntry(new ZipEntry(flow.id().namespace() + "." + flow.id().id() + ".yml"));
            zip.write(flow.source().getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
          }
          zip.finish();
        });
  }

  static Answer csv(List<SavedFlow> flows) {
    var text = new StringBuilder("namespace,id,revision,disabled,updated\n");
    for (var flow : flows) {
      text.append(flow.id().namespace()).append(',').append(flow.id().id()).append(',');
      text.append(flow.revision()).append(',').append(flow.disabled()).append(',');
      text.append(flow.at()).append('\n');
    }
    return new Answer.Text(200, "text/csv; charset=utf-8", text.toString());
  }

  static boolean isZip(String fileName) {
    return fileName.toLowerCase(Locale.ROOT).endsWith(".zip");
  }

  /// The texts of the YAML files in a ZIP file, by their names.
  ///
  /// @throws IOException when it is none, is larger than it may be, or holds what is no text
  static Map<String, String> texts(InputStream content) throws IOException {
    var texts = new LinkedHashMap<String, String>();
    long total = 0;
    try (var zip = new ZipInputStream(content, StandardCharsets.UTF_8)) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (entry.isDirectory() || !entry.getName().matches("(?i).*\\.ya?ml")) {
          continue;
        }
        var bytes = read(zip, entry.getName());
        total += bytes.length;
        if (total > BYTES_MAX || texts.size() >= ENTRIES_MAX) {
          throw new IOException("the archive holds more than may be imported at once");
        }
        texts.put(entry.getName(), text(bytes, entry.getName()));
      }
    } catch (IllegalArgumentException badName) {
      throw new IOException("the archive cannot be read: " + badName.getMessage(), badName);
    }
    return texts;
  }

  private static byte[] read(InputStream in, String name) throws IOException {
    var bytes = in.readNBytes(ENTRY_BYTES_MAX + 1);
    if (bytes.length > ENTRY_BYTES_MAX) {
      throw new IOException(name + " is larger than a flow may be");
    }
    return bytes;
  }

  private static String text(byte[] bytes, String name) throws IOException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IOException(name + " is not UTF-8 text", e);
    }
  }
}
