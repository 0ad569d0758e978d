package io.orrery.app.command;

import io.orrery.app.config.Suggestion;
import io.orrery.model.catalog.PluginType;
import io.orrery.model.flow.InputType;
import io.orrery.model.language.Catalogue;
import io.orrery.model.schema.DocPage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "docs",
    description =
        "Prints the documentation of a task, a trigger or an input; without one, lists all.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A type may be named in full, by an older name, or by its last word.",
      "",
      "Examples:",
      "  orrery docs",
      "  orrery docs io.kestra.plugin.core.log.Log",
      "  orrery docs ForEach",
      "  orrery docs SELECT"
    })
final class DocsCommand implements Callable<Integer> {

  private final Outside outside;

  @Parameters(paramLabel = "TYPE", arity = "0..1", description = "What to tell about.")
  private @Nullable String type;

  DocsCommand(Outside outside) {
    this.outside = outside;
  }

  @Override
  public Integer call() {
    var catalogue = outside.parts().catalogue();
    if (type == null) {
      list(catalogue);
      return ExitCode.DONE;
    }
    var page = page(catalogue, type.strip());
    if (page.isPresent()) {
      outside.out().print(page.get());
      return ExitCode.DONE;
    }
    var near = Suggestion.of(type, names(catalogue));
    outside
        .err()
        .println(
            "orrery: there is no type '"
                + type
                + "'"
                + near.map(name -> ". Did you mean '" + name + "'?").orElse("")
                + "\n'orrery docs' lists all types.");
    return ExitCode.INVALID;
  }

  private static Optional<String> page(Catalogue catalogue, String name) {
    return catalogue
        .find(name)
        .or(() -> byLastWord(catalogue, name))
        .map(found -> DocPage.of(catalogue, found))
        .or(() -> input(catalogue, name.toUpperCase(Locale.ROOT)));
  }

  private static Optional<PluginType> byLastWord(Catalogue catalogue, String name) {
    var found =
        catalogue.types().stream()
            .filter(each -> each.simpleName().equalsIgnoreCase(name))
            .toList();
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  private static Optional<String> input(Catalogue catalogue, String name) {
    var part = catalogue.language().part("input");
    return Optional.ofNullable(part.variants().get(name))
        .map(properties -> DocPage.ofVariant(catalogue, part.title(), name, properties));
  }

  private static List<String> names(Catalogue catalogue) {
    var names = new ArrayList<String>();
    for (var each : catalogue.types()) {
      names.add(each.name());
      names.addAll(each.aliases());
      names.add(each.simpleName());
    }
    Arrays.stream(InputType.values()).map(Enum::name).forEach(names::add);
    return names;
  }

  private void list(Catalogue catalogue) {
    for (var kind : PluginType.Kind.values()) {
      outside.out().println(heading(kind));
      for (var each : catalogue.ofKind(kind)) {
        outside.out().println("  " + each.name() + "  " + each.title());
      }
      outside.out().println();
    }
    outside.out().println("Inputs");
    for (var input : catalogue.language().part("input").variants().keySet()) {
      outside.out().println("  " + input);
    }
  }

  private static String heading(PluginType.Kind kind) {
    return switch (kind) {
      case TASK -> "Tasks";
      case TASK_RUNNER -> "Task runners";
      case TRIGGER -> "Triggers";
      case CONDITION -> "Conditions";
    };
  }
}
