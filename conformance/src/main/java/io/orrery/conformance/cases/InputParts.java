package io.orrery.conformance.cases;

import io.orrery.conformance.corpus.Corpus;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Repeat;
import io.orrery.conformance.match.Values;
import io.orrery.conformance.subject.Content;
import io.orrery.conformance.subject.InputPart;
import io.orrery.conformance.subject.Unsupported;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the input values of a case: plain ones, and the objects that stand for uploads and long
/// texts.
final class InputParts {

  private static final int LINES_MAX = 1_000_000;
  private static final int LINE_WIDTH = 20;

  private final Corpus corpus;

  InputParts(Corpus corpus) {
    this.corpus = corpus;
  }

  /// A list given for one name becomes as many parts.
  List<InputPart> multipart(Map<String, Object> values) {
    var parts = new ArrayList<InputPart>();
    values.forEach(
        (name, value) -> {
          for (var item : value instanceof List<?> list ? list : List.of(value)) {
            parts.add(part(name, item));
          }
        });
    return parts;
  }

  List<InputPart> inputs(Map<String, Object> values) {
    var parts = new ArrayList<InputPart>();
    values.forEach((name, value) -> parts.add(part(name, value)));
    return parts;
  }

  private InputPart part(String name, @Nullable Object value) {
    var fields = Json.members(value);
    if (fields.get("$file") instanceof String path) {
      return new InputPart.Upload(name, fileName(path), corpus.content(path));
    }
    if (fields.get("$fileContent") instanceof String text) {
      return new InputPart.Upload(name, fileName(fields, name), Content.of(text));
    }
    if (fields.get("$genLines") instanceof Number count) {
      return new InputPart.Upload(name, fileName(fields, name), lines(count.intValue()));
    }
    if (fields.containsKey("$repeat")) {
      return new InputPart.Value(name, Repeat.text(fields.get("$repeat")));
    }
    if (fields.keySet().stream().anyMatch(key -> key.startsWith("$"))) {
      throw new Unsupported("input value " + Values.shown(value));
    }
    return new InputPart.Value(name, value);
  }

  private static String fileName(Map<String, Object> fields, String name) {
    return fields.get("filename") instanceof String given ? given : name;
  }

  private static String fileName(String path) {
    return String.valueOf(Path.of(path).getFileName());
  }

  /// Line i is the number i, padded left.
  private static Content lines(int count) {
    if (count < 0 || count > LINES_MAX) {
      throw new Unsupported(count + " generated lines");
    }
    var text = new StringBuilder();
    for (var i = 0; i < count; i++) {
      var number = Integer.toString(i);
      text.repeat(' ', LINE_WIDTH - number.length()).append(number).append('\n');
    }
    return Content.of(text.toString());
  }
}
