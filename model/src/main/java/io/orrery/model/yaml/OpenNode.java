package io.orrery.model.yaml;

import io.orrery.model.problem.Position;
import io.orrery.model.yaml.YamlNode.Entry;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Scalar;
import io.orrery.model.yaml.YamlNode.Sequence;
import io.orrery.model.yaml.YamlNode.Size;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.Anchor;

/// A list or map whose end has not come yet: exactly one of `items` and `entries` is there.
final class OpenNode {
  final Position at;
  final Optional<Anchor> anchor;
  final @Nullable List<YamlNode> items;
  final @Nullable Map<String, Entry> entries;

  /// What `<<` brings in once the map is complete: what the map says itself comes first.
  final List<YamlNode> merged = new ArrayList<>();

  /// The key whose value comes next; null when a key comes next.
  @Nullable Scalar key;

  /// Whether that key is `<<`.
  boolean merging;

  Size size = Size.EMPTY;

  OpenNode(Position at, Optional<Anchor> anchor, boolean mapping) {
    this.at = at;
    this.anchor = anchor;
    this.items = mapping ? null : new ArrayList<>();
    this.entries = mapping ? new LinkedHashMap<>() : null;
  }

  YamlNode closed() {
    if (items != null) return new Sequence(items, at, size);
    return new Mapping(entries == null ? Map.of() : entries, at, size);
  }
}
