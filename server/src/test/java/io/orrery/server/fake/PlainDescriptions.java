package io.orrery.server.fake;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.PropertyType;
import io.orrery.model.catalog.PropertyType.Shape;
import io.orrery.model.catalog.TypeCatalog;
import io.orrery.model.language.Catalogue;
import io.orrery.model.language.LanguageTypes;
import io.orrery.server.port.Descriptions;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The language, and one plugin.
public final class PlainDescriptions implements Descriptions {

  private static final PluginType LOG =
      new PluginType(
          "ext.plugin.say.log.Log",
          PluginType.Kind.TASK,
          List.of("ext.OldLog"),
          "Says something.",
          Map.of(
              "message",
              new PropertyType(Shape.STRING, true, true, "What.", "", List.of(), Map.of())));

  private static final TypeCatalog CATALOG =
      new TypeCatalog() {
        @Override
        public Optional<PluginType> find(String name) {
          return Optional.of(LOG).filter(type -> type.name().equals(name));
        }

        @Override
        public Collection<PluginType> all() {
          return List.of(LOG);
        }
      };

  @Override
  public Catalogue catalogue() {
    return Catalogue.of(LanguageTypes.load(), CATALOG);
  }

  @Override
  public List<Function> functions() {
    return List.of(new Function("now", List.of("format")));
  }

  @Override
  public List<String> filters() {
    return List.of("abs", "date");
  }
}
