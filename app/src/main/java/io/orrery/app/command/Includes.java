package io.orrery.app.command;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Takes other files into a flow's text where it says `[[> FILE]]`, as Kestra's command line does
/// before it sends a flow. Paths begin at the folder of the flow's file.
///
/// A file of one line stands where the mark stood; of several lines each gets what stood before and
/// after the mark, so that a block of text keeps its indentation. An included file is not searched
/// for further marks.
final class Includes {
  private Includes() {}

  private static final Pattern MARK = Pattern.compile("\\[\\[\\s*>\\s*(?<file>[^\\]]+?)\\s*]]");

  /// @throws IOException when an included file is not there or is no text
  static String expand(String text, Path folder) throws IOException {
    if (!MARK.matcher(text).find()) return text;
    var lines = new ArrayList<String>();
    for (var line : text.split("\n", -1)) {
      lines.add(expandLine(line, folder));
    }
    return String.join("\n", lines);
  }

  private static String expandLine(String line, Path folder) throws IOException {
    var mark = MARK.matcher(line);
    if (!mark.find()) return line;
    var prefix = line.substring(0, mark.start());
    var suffix = expandLine(line.substring(mark.end()), folder);
    boolean quoted = prefix.chars().filter(it -> it == '"').count() % 2 == 1;
    return lines(mark.group("file"), folder).stream()
        .map(included -> quoted ? included.replace("\\", "\\\\").replace("\"", "\\\"") : included)
        .map(included -> prefix + included + suffix)
        .collect(Collectors.joining("\n"));
  }

  private static List<String> lines(String file, Path folder) throws IOException {
    try {
      return FlowFiles.plainText(folder.resolve(file)).lines().toList();
    } catch (InvalidPathException | IOException e) {
      throw new IOException("the included file " + file + " cannot be read: " + e.getMessage(), e);
    }
  }
}
