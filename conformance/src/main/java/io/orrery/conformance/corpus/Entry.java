package io.orrery.conformance.corpus;

import io.orrery.conformance.match.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One line of a corpus file.
///
/// @param area for counting; of a line without one, its dialect or `all`
/// @param fields the whole line
public record Entry(CorpusFile file, String id, String area, Map<String, Object> fields) {

  static Entry of(CorpusFile file, int line, Map<String, Object> fields) {
    var id = fields.get("id") instanceof String text ? text : file.title() + ":" + line;
    var area =
        fields.get("area") instanceof String text
            ? text
            : fields.get("dialect") instanceof String dialect ? dialect : "all";
    return new Entry(file, id, area, fields);
  }

  public @Nullable Object get(String key) {
    return fields.get(key);
  }

  public boolean has(String key) {
    return fields.containsKey(key);
  }

  public Optional<String> text(String key) {
    return fields.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  public boolean flag(String key) {
    return Boolean.TRUE.equals(fields.get(key));
  }

  /// The object under `key`; empty when there is none.
  public Map<String, Object> object(String key) {
    return Json.members(fields.get(key));
  }

  public List<?> list(String key) {
    return Json.items(fields.get(key));
  }

  /// Whether all that it expects follows from documents only, and no test asserts it.
  public boolean inferred() {
    return flag("inferred");
  }
}
