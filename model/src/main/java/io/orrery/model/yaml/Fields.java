package io.orrery.model.yaml;

import io.orrery.model.problem.Code;
import io.orrery.model.problem.Position;
import io.orrery.model.yaml.YamlNode.Entry;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Origin;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A mapping on its way into a record: properties are asked for by name, and what nobody asked for
/// is unknown.
///
/// A null counts as absent everywhere, as in Kestra.
final class Fields {
  private final Reading reading;
  private final Mapping mapping;
  private final String path;
  private final String owner;
  private final Set<String> known = new LinkedHashSet<>();

  /// @param path where the mapping is; empty for the document
  /// @param owner whose properties these are, for messages, as `task 'load'`
  Fields(Reading reading, Mapping mapping, String path, String owner) {
    this.reading = reading;
    this.mapping = mapping;
    this.path = path;
    this.owner = owner;
  }

  Reading reading() {
    return reading;
  }

  Mapping mapping() {
    return mapping;
  }

  String path() {
    return path;
  }

  String owner() {
    return owner;
  }

  Position at() {
    return mapping.at();
  }

  String pathOf(String name) {
    var shown = Values.abridged(name);
    return path.isEmpty() ? shown : path + "." + shown;
  }

  /// Where the property's value stands, or the mapping when it is absent.
  Position at(String name) {
    var node = mapping.get(name);
    return node == null || !node.at().known() ? at() : node.at();
  }

  /// The value; null when absent or null. From now on the property is known.
  @Nullable YamlNode node(String name) {
    known.add(name);
    var node = mapping.get(name);
    return node == null || node.isNull() ? null : node;
  }

  boolean has(String name) {
    return node(name) != null;
  }

  /// These are known, and nothing is kept of them.
  void accept(String... names) {
    known.addAll(List.of(names));
  }

  /// Which of the spellings the text uses: the current one unless only an old one is there. All of
  /// them are known; an old one is remarked upon.
  String spelled(String current, String... old) {
    var used = eitherOf(current, old);
    if (!used.equals(current)) {
      deprecated(
          used, "'" + used + "' is the old name of '" + current + "'.", "Write '" + current + "'.");
    }
    return used;
  }

  /// Like [#spelled], for names of equal standing.
  String eitherOf(String first, String... others) {
    var used = first;
    for (var other : others) {
      if (has(other) && !has(used)) used = other;
    }
    has(first);
    return used;
  }

  void deprecated(String name, String what, String mend) {
    var entry = mapping.entries().get(name);
    if (entry != null && entry.origin() == Origin.AUTHOR) {
      reading.deprecated(pathOf(name), entry.key(), what, mend);
    }
  }

  /// Known to Kestra; here it changes nothing, which its author should hear.
  void withoutEffect(String... names) {
    for (var name : names) {
      if (!has(name)) continue;
      reading.warn(
          Code.NO_EFFECT,
          pathOf(name),
          at(name),
          "%s: has no effect in this version.".formatted(name),
          "");
    }
  }

  Optional<String> text(String name) {
    var node = node(name);
    return node == null ? Optional.empty() : Values.text(reading, node, pathOf(name));
  }

  /// Text with templates.
  Optional<String> template(String name) {
    var text = text(name);
    text.ifPresent(value -> reading.template(value, pathOf(name), at(name)));
    return text;
  }

  /// Text that must be there; reports and gives an empty text otherwise.
  String requiredText(String name) {
    if (!has(name)) {
      missing(name);
      return "";
    }
    return text(name).orElse("");
  }

  boolean flag(String name, boolean fallback) {
    var node = node(name);
    return node == null ? fallback : Values.flag(reading, node, pathOf(name)).orElse(fallback);
  }

  Optional<Integer> integer(String name, int min) {
    var node = node(name);
    return node == null ? Optional.empty() : Values.integer(reading, node, pathOf(name), min);
  }

  Optional<Duration> duration(String name) {
    var node = node(name);
    return node == null ? Optional.empty() : Values.duration(reading, node, pathOf(name));
  }

  Duration requiredDuration(String name) {
    if (!has(name)) missing(name);
    return duration(name).orElse(Duration.ZERO);
  }

  /// A duration as ISO text, or a template of one.
  Optional<String> durationText(String name) {
    var text = template(name);
    if (text.isEmpty() || Reading.isTemplate(text.get())) return text;
    return duration(name).map(duration -> isoText(text.get(), duration));
  }

  /// As written, unless a number of seconds is written.
  static String isoText(String written, Duration duration) {
    return Values.duration(written).isPresent() ? written.strip() : duration.toString();
  }

  <E extends Enum<E>> Optional<E> choice(String name, Class<E> type) {
    var node = node(name);
    return node == null ? Optional.empty() : Values.choice(reading, node, pathOf(name), type);
  }

  List<YamlNode> list(String name) {
    var node = node(name);
    return node == null ? List.of() : Values.items(reading, node, pathOf(name));
  }

  Optional<Mapping> map(String name) {
    var node = node(name);
    return node == null ? Optional.empty() : Values.mapping(reading, node, pathOf(name));
  }

  /// A tree of templates under names.
  Map<String, Object> templates(String name) {
    var mapping = map(name);
    mapping.ifPresent(tree -> reading.templates(tree, pathOf(name)));
    return mapping.map(Values::tree).orElse(Map.of());
  }

  @Nullable Object value(String name) {
    var node = node(name);
    return node == null ? null : node.plain();
  }

  List<String> texts(String name) {
    var node = node(name);
    return node == null ? List.of() : Values.texts(reading, node, pathOf(name));
  }

  /// A mapping that must have only these fields.
  Optional<Fields> inner(String name) {
    return map(name)
        .map(inner -> new Fields(reading, inner, pathOf(name), "'" + name + "' of " + owner));
  }

  void missing(String name) {
    reading.error(
        Code.MISSING_PROPERTY,
        pathOf(name),
        at(),
        "%s: must not be null: %s needs it.".formatted(name, owner),
        "Add '" + name + "'.");
  }

  void missingItems(String name) {
    reading.error(
        has(name) ? Code.BAD_VALUE : Code.MISSING_PROPERTY,
        pathOf(name),
        at(name),
        "%s: must not be empty: %s needs at least one.".formatted(name, owner),
        "Add an item to '" + name + "'.");
  }

  void error(Code code, String name, String what, String mend) {
    reading.error(code, pathOf(name), at(name), what, mend);
  }

  /// Reports every property that nobody asked for.
  void close() {
    reading.closed(path, known);
    mapping
        .entries()
        .forEach(
            (name, entry) -> {
              if (!known.contains(name) && entry.origin() == Origin.AUTHOR) unknown(name, entry);
            });
  }

  private void unknown(String name, Entry entry) {
    reading.refuse(
        Code.UNKNOWN_PROPERTY,
        pathOf(name),
        entry.key(),
        "Unrecognized field \"%s\": %s has no such property."
            .formatted(Values.abridged(name), owner),
        reading.suggestion(name, known));
  }
}
