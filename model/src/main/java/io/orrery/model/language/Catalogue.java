package io.orrery.model.language;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.PluginType.Kind;
import io.orrery.model.catalog.TypeCatalog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Everything that a flow may name: the types of the language and those of the plugins.
///
/// @param language the table
/// @param types all types by canonical name; their aliases hold every other name that is accepted
public record Catalogue(LanguageTypes language, List<PluginType> types) {

  /// In the name of a type that is a part of another one: no flow names it.
  private static final char PART = '$';

  public Catalogue {
    types = List.copyOf(types);
  }

  public static Catalogue of(LanguageTypes language, TypeCatalog plugins) {
    var types = new ArrayList<>(language.types());
    for (var type : plugins.all()) {
      if (type.name().indexOf(PART) >= 0) {
        continue;
      }
      types.add(type.withAliases(plugins.otherNames(type)));
    }
    types.sort(Comparator.comparing(PluginType::name));
    return new Catalogue(language, types);
  }

  public List<PluginType> ofKind(Kind kind) {
    return types.stream().filter(type -> type.kind() == kind).toList();
  }

  /// The type of this name: its own, an alias, or a short name.
  public Optional<PluginType> find(String name) {
    return types.stream()
        .filter(type -> type.name().equals(name))
        .findFirst()
        .or(() -> types.stream().filter(type -> type.aliases().contains(name)).findFirst());
  }
}
