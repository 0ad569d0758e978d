package io.orrery.model.yaml;

import io.orrery.model.problem.Position;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A YAML document as a tree that knows where each key and value stands. Aliases and merge keys are
/// resolved: the same node may hang in several places.
sealed interface YamlNode {

  Position at();

  Size size();

  /// How large a node is when every alias in it is written out.
  ///
  /// @param weight how many nodes; long text counts as more
  /// @param depth levels of lists and maps
  record Size(long weight, int depth) {
    private static final int CHARACTERS_PER_WEIGHT = 64;

    static final Size EMPTY = new Size(1, 1);

    static Size of(String text) {
      return new Size(1 + text.length() / CHARACTERS_PER_WEIGHT, 0);
    }

    Size plus(Size inner) {
      return new Size(weight + inner.weight, Math.max(depth, inner.depth + 1));
    }
  }

  /// @param value null, Boolean, Integer, Long, BigInteger, Double or String
  /// @param text as written: `1.10` stays `1.10` for those who want text
  record Scalar(@Nullable Object value, String text, Position at) implements YamlNode {
    @Override
    public Size size() {
      return Size.of(text);
    }
  }

  record Sequence(List<YamlNode> items, Position at, Size size) implements YamlNode {
    public Sequence {
      items = Collections.unmodifiableList(items);
    }
  }

  record Mapping(Map<String, Entry> entries, Position at, Size size) implements YamlNode {
    public Mapping {
      entries = Collections.unmodifiableMap(entries);
    }

    @Nullable YamlNode get(String key) {
      var entry = entries.get(key);
      return entry == null ? null : entry.value();
    }
  }

  /// One pair of a mapping.
  ///
  /// @param key where the key stands
  /// @param origin who wrote it
  record Entry(Position key, YamlNode value, Origin origin) {}

  enum Origin {
    AUTHOR,
    PLUGIN_DEFAULT
  }

  default boolean isNull() {
    return this instanceof Scalar scalar && scalar.value() == null;
  }

  /// What a reader would call it: for messages.
  default String kind() {
    return switch (this) {
      case Scalar scalar ->
          switch (scalar.value()) {
            case null -> "nothing";
            case Boolean _ -> "a boolean";
            case Number _ -> "a number";
            default -> "text";
          };
      case Sequence _ -> "a list";
      case Mapping _ -> "a map";
    };
  }

  /// The plain value: LinkedHashMap, ArrayList, scalars.
  default @Nullable Object plain() {
    return switch (this) {
      case Scalar scalar -> scalar.value();
      case Sequence sequence -> {
        var list = new ArrayList<@Nullable Object>(sequence.items().size());
        sequence.items().forEach(item -> list.add(item.plain()));
        yield list;
      }
      case Mapping mapping -> {
        var map = new LinkedHashMap<String, @Nullable Object>();
        mapping.entries().forEach((key, entry) -> map.put(key, entry.value().plain()));
        yield map;
      }
    };
  }

  /// The tree of a plain value that stands nowhere in the text.
  static YamlNode of(@Nullable Object plain, Origin origin) {
    return switch (plain) {
      case Map<?, ?> map -> {
        var entries = new LinkedHashMap<String, Entry>();
        map.forEach(
            (key, value) ->
                entries.put(
                    String.valueOf(key), new Entry(Position.NONE, of(value, origin), origin)));
        yield new Mapping(entries, Position.NONE, Size.EMPTY);
      }
      case List<?> list -> {
        var items = new ArrayList<YamlNode>();
        list.forEach(item -> items.add(of(item, origin)));
        yield new Sequence(items, Position.NONE, Size.EMPTY);
      }
      case null -> new Scalar(null, "", Position.NONE);
      default -> new Scalar(plain, plain.toString(), Position.NONE);
    };
  }
}
