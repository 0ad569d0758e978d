package io.orrery.worker.plugin;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.TypeCatalog;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The catalog: types by all the names that lead to them. `Log` and `log.Log` lead to
/// `io.kestra.plugin.core.log.Log` as long as no other type ends so.
final class Names implements TypeCatalog {

  private final Map<String, Offer> canonical = new TreeMap<>();
  private final Map<String, Offer> accepted = new HashMap<>();

  Names(Collection<Offer> offers) {
    for (var offer : offers) {
      if (canonical.put(offer.name(), offer) != null) {
        throw new IllegalStateException("two plugins are called " + offer.name());
      }
    }
    var shortNames = new HashMap<String, Offer>();
    var ambiguous = new HashSet<String>();
    for (var offer : canonical.values()) {
      for (int segments = 1; segments <= 2; segments++) {
        var name = tail(offer.name(), segments);
        var other = shortNames.put(name, offer);
        if (other != null && !other.equals(offer)) {
          ambiguous.add(name);
        }
      }
    }
    shortNames.forEach(
        (name, offer) -> {
          if (!ambiguous.contains(name)) {
            accepted.put(name, offer);
          }
        });
    canonical
        .values()
        .forEach(offer -> offer.aliases().forEach(alias -> accepted.put(alias, offer)));
    accepted.putAll(canonical);
  }

  private static String tail(String name, int segments) {
    int from = name.length();
    for (int i = 0; i < segments && from > 0; i++) {
      from = name.lastIndexOf('.', from - 1);
    }
    return name.substring(from + 1);
  }

  @Override
  public Optional<PluginType> find(String name) {
    return Optional.ofNullable(accepted.get(name)).map(Offer::description);
  }

  @Override
  public List<String> otherNames(PluginType type) {
    return accepted.entrySet().stream()
        .filter(entry -> entry.getValue().name().equals(type.name()))
        .map(Map.Entry::getKey)
        .filter(name -> !name.equals(type.name()))
        .sorted(Comparator.comparingInt(String::length).reversed().thenComparing(name -> name))
        .toList();
  }

  @Override
  public Collection<PluginType> all() {
    return canonical.values().stream().map(Offer::description).toList();
  }
}
