package io.orrery.server.execution;

import io.orrery.server.http.Fault;
import io.orrery.server.json.Ion;
import io.orrery.server.json.JsonMap;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The first rows of a file: of an Ion file its values as a list, of any other its lines as a text.
final class FilePreview {
  static final int ROWS_DEFAULT = 100;

  private static final int ROWS_MAX = 10_000;
  private static final int BYTES_MAX = 1024 * 1024;

  private FilePreview() {}

  /// @param rowsMax more rows are left out, and `truncated` says so
  static Map<String, Object> of(URI file, InputStream in, int rowsMax, String encoding)
      throws IOException {
    if (rowsMax < 1 || rowsMax > ROWS_MAX) {
      throw Fault.argument("maxRows is 1 to " + ROWS_MAX + ", not " + rowsMax);
    }
    var charset = charset(encoding);
    var extension = extension(file.getPath());
    var head = in.readNBytes(BYTES_MAX + 1);
    boolean cut = head.length > BYTES_MAX;
    return extension.equals("ion")
        ? rows(head, rowsMax, cut)
        : lines(new String(head, charset), rowsMax, cut, extension);
  }

  private static Map<String, Object> rows(byte[] head, int rowsMax, boolean cut)
      throws IOException {
    var rows = new ArrayList<@Nullable Object>();
    boolean truncated = cut;
    try (var ion = Ion.of(head)) {
      while (ion.advance()) {
        if (rows.size() == rowsMax) {
          truncated = true;
          break;
        }
        rows.add(ion.value());
      }
    } catch (Ion.NotIon e) {
      // The last row of a head that was cut off is only a part of one.
      if (!cut) {
        throw Fault.argument("the file is not Ion: " + e.getMessage());
      }
    }
    return shape("ion", "LIST", rows, truncated);
  }

  private static Map<String, Object> lines(
      String text, int rowsMax, boolean cut, String extension) {
    var lines = text.lines().limit(rowsMax + 1L).toList();
    boolean truncated = cut || lines.size() > rowsMax;
    var shown = String.join("\n", lines.subList(0, Math.min(rowsMax, lines.size())));
    return shape(extension, extension.equals("md") ? "MARKDOWN" : "TEXT", shown, truncated);
  }

  private static Map<String, Object> shape(
      String extension, String type, Object content, boolean truncated) {
    return new JsonMap()
        .with("extension", extension)
        .with("type", type)
        .with("content", content)
        .with("truncated", truncated)
        .map();
  }

  private static Charset charset(String encoding) {
    try {
      return Charset.forName(encoding);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
      throw Fault.argument("cannot preview the file using encoding '" + encoding + "'");
    }
  }

  private static String extension(String path) {
    var name = List.of(path.split("/", -1)).getLast();
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }
}
