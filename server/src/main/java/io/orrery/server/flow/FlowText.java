package io.orrery.server.flow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// The YAML text of flows as plain trees, for showing. What a flow means is not decided here.
public final class FlowText {
  private static final int DEPTH_MAX = 100;
  private static final int ALIASES_MAX = 50;
  private static final int NODES_MAX = 200_000;
  private static final String MERGE = "<<";

  /// At the start of a line this is a document marker, even within a block of text (YAML 1.2, 9.1).
  private static final Pattern MARKER = Pattern.compile("---(\\s.*)?");

  private FlowText() {}

  /// The texts of the documents in `source`, each without its marker; blank ones are left out. One
  /// document is given back byte for byte.
  public static List<String> documents(String source) {
    var documents = new ArrayList<String>();
    var current = new StringBuilder();
    boolean split = false;
    for (var line : source.split("(?<=\n)", -1)) {
      if (MARKER.matcher(line.stripTrailing()).matches()) {
        split |= !isBlank(current);
        addIfAny(documents, current);
        current.setLength(0);
        current.append(line.substring("---".length()).stripLeading());
      } else {
        current.append(line);
      }
    }
    if (!split) {
      return isBlank(current) ? List.of() : List.of(source);
    }
    addIfAny(documents, current);
    return documents;
  }

  /// The tree of a text; empty when it is not a YAML map.
  public static Optional<Map<String, Object>> tree(String source) {
    if (tooDeep(source)) {
      return Optional.empty();
    }
    try {
      var loaded = new Load(settings(source)).loadFromString(source);
      return loaded instanceof Map<?, ?> map
          ? Optional.of(new Copy().object(map, 0))
          : Optional.empty();
    } catch (YamlEngineException _) {
      return Optional.empty();
    }
  }

  /// YAML text of a plain tree: what is kept of a flow that came as JSON.
  public static String write(Map<?, ?> tree) {
    var settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setIndicatorIndent(2)
            .setIndentWithIndicator(true)
            .setSplitLines(false)
            .build();
    return new Dump(settings).dumpToString(tree);
  }

  private static boolean tooDeep(String source) {
    int depth = 0;
    try {
      for (var event : new Parse(settings(source)).parseString(source)) {
        if (event instanceof CollectionStartEvent && ++depth > DEPTH_MAX) {
          return true;
        }
        if (event instanceof CollectionEndEvent) {
          depth--;
        }
      }
    } catch (YamlEngineException _) {
      return true;
    }
    return false;
  }

  private static LoadSettings settings(String source) {
    return LoadSettings.builder()
        .setMaxAliasesForCollections(ALIASES_MAX)
        .setCodePointLimit(Math.max(1, source.length()))
        .setUseMarks(false)
        .build();
  }

  /// Copies what was loaded into a plain tree. Aliases make one node appear at many places, or even
  /// within itself; so the copy has bounds of its own.
  private static final class Copy {
    private int nodes;

    Map<String, Object> object(Map<?, ?> map, int depth) {
      var object = new LinkedHashMap<String, Object>();
      map.forEach((key, value) -> put(object, String.valueOf(key), value, depth));
      return object;
    }

    private void put(Map<String, Object> object, String key, @Nullable Object value, int depth) {
      if (!key.equals(MERGE)) {
        var plain = plain(value, depth + 1);
        if (plain != null) {
          object.put(key, plain);
        }
      } else if (value instanceof Map<?, ?> merged) {
        object(merged, depth + 1).forEach(object::putIfAbsent);
      } else if (value instanceof List<?> several) {
        several.stream()
            .filter(Map.class::isInstance)
            .forEach(one -> object((Map<?, ?>) one, depth + 1).forEach(object::putIfAbsent));
      }
    }

    private @Nullable Object plain(@Nullable Object value, int depth) {
      if (++nodes > NODES_MAX || depth > DEPTH_MAX) {
        throw new YamlEngineException("too many nodes");
      }
      if (value instanceof Map<?, ?> map) {
        return object(map, depth);
      }
      if (value instanceof Iterable<?> several) {
        var list = new ArrayList<@Nullable Object>();
        several.forEach(one -> list.add(plain(one, depth + 1)));
        return list;
      }
      return value;
    }
  }

  private static void addIfAny(List<String> documents, StringBuilder text) {
    if (!isBlank(text)) {
      documents.add(text.toString());
    }
  }

  private static boolean isBlank(StringBuilder text) {
    return text.chars().allMatch(Character::isWhitespace);
  }
}
