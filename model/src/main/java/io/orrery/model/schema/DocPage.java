package io.orrery.model.schema;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.PluginType.Kind;
import io.orrery.model.catalog.PropertyType;
import io.orrery.model.language.Catalogue;
import java.util.Locale;
import java.util.Map;

/// The documentation of one type, or of one part of the language, as Markdown.
public final class DocPage {
  private static final int INNER_DEPTH_MAX = 4;

  private final Catalogue catalogue;
  private final StringBuilder page = new StringBuilder();

  private DocPage(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  public static String of(Catalogue catalogue, PluginType type) {
    return new DocPage(catalogue).type(type);
  }

  /// @param variant as `SELECT` of the part `input`
  /// @param properties its own and those that all variants have
  public static String ofVariant(
      Catalogue catalogue, String title, String variant, Map<String, PropertyType> properties) {
    var page = new DocPage(catalogue);
    page.line("# " + variant).line(title).properties("Properties", properties);
    return page.text();
  }

  private String type(PluginType type) {
    line("# " + type.name()).line(type.title());
    if (!type.description().isEmpty()) line(type.description());
    type.successor().ifPresent(it -> line("**Deprecated:** use " + it + "."));
    for (var example : type.examples()) {
      line("## Example");
      if (!example.title().isEmpty()) line(example.title());
      line("```yaml\n" + example.code() + "\n```");
    }
    properties("Properties", type.properties());
    if (!type.outputs().isEmpty()) properties("Outputs", type.outputs());
    var common =
        switch (type.kind()) {
          case TASK -> "task";
          case TRIGGER -> "trigger";
          case TASK_RUNNER, CONDITION -> "";
        };
    if (!common.isEmpty()) {
      var word = type.kind() == Kind.TASK ? "task" : "trigger";
      properties("What every " + word + " has", catalogue.language().part(common).properties());
    }
    if (!type.aliases().isEmpty()) {
      line("## Other names");
      type.aliases().forEach(alias -> page.append("- `").append(alias).append("`\n"));
      page.append('\n');
    }
    return text();
  }

  private DocPage line(String text) {
    page.append(text.strip()).append("\n\n");
    return this;
  }

  private void properties(String heading, Map<String, PropertyType> properties) {
    line("## " + heading);
    if (properties.isEmpty()) line("None.");
    properties.forEach((name, property) -> property(name, property, 0));
    if (!properties.isEmpty()) page.append('\n');
  }

  private void property(String name, PropertyType property, int depth) {
    page.repeat("  ", depth).append("- `").append(name).append("` (").append(kind(property));
    if (property.required()) page.append(", required");
    if (property.dynamic()) page.append(", templates");
    if (property.deprecated()) page.append(", deprecated");
    page.append(")");
    if (!property.title().isEmpty()) page.append(": ").append(property.title());
    if (!property.values().isEmpty()) {
      page.append(" One of ").append(String.join(", ", property.values())).append('.');
    }
    if (!property.defaultText().isEmpty()) {
      page.append(" Default: `").append(property.defaultText()).append("`.");
    }
    page.append('\n');
    if (depth < INNER_DEPTH_MAX) {
      property.fields().forEach((inner, field) -> property(inner, field, depth + 1));
    }
  }

  private static String kind(PropertyType property) {
    if (property.part().isPresent()) return property.part().get();
    var shape = property.shape().name().toLowerCase(Locale.ROOT);
    return switch (property.shape()) {
      case LIST -> property.element().map(it -> "list of " + kind(it)).orElse(shape);
      case MAP -> property.element().map(it -> "map of " + kind(it)).orElse(shape);
      case ENUM -> "one of its values";
      case ANY -> "any value";
      case STRING -> "text";
      case INTEGER, NUMBER, BOOLEAN, DURATION, OBJECT -> shape;
    };
  }

  private String text() {
    return page.toString().strip() + "\n";
  }
}
