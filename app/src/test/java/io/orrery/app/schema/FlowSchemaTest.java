package io.orrery.app.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.app.wiring.Language;
import io.orrery.model.catalog.PluginType.Kind;
import io.orrery.model.input.JsonSchemas;
import io.orrery.model.language.Catalogue;
import io.orrery.model.language.LanguageTypes;
import io.orrery.model.problem.Code;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Problem;
import io.orrery.model.schema.FlowSchema;
import io.orrery.model.yaml.YamlValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// The schema is held against what the reader takes and refuses.
class FlowSchemaTest {

  private static final Language LANGUAGE = Language.load(ZoneOffset.UTC);
  private static final Catalogue CATALOGUE =
      Catalogue.of(LanguageTypes.load(), LANGUAGE.plugins().catalog());
  private static final Map<String, Object> SCHEMA =
      new FlowSchema(CATALOGUE).of(FlowSchema.Root.FLOW);
  private static final Set<Code> BUILT_WRONG =
      Set.of(Code.UNKNOWN_PROPERTY, Code.MISSING_PROPERTY, Code.WRONG_TYPE, Code.UNKNOWN_TYPE);
  private static final JsonSchemas.Compiled COMPILED = JsonSchemas.compile(SCHEMA);

  private static Optional<String> mistake(String source) {
    var tree = YamlValues.read(source).value().orElse(Map.of());
    return COMPILED.check(java.util.Objects.requireNonNull(withoutNulls(tree)));
  }

  /// A null counts as absent when a flow is read.
  private static @Nullable Object withoutNulls(@Nullable Object tree) {
    return switch (tree) {
      case Map<?, ?> map -> {
        var kept = new LinkedHashMap<String, Object>();
        map.forEach(
            (key, value) -> {
              var inner = withoutNulls(value);
              if (inner != null) kept.put(String.valueOf(key), inner);
            });
        yield kept;
      }
      case List<?> list -> {
        var kept = new ArrayList<@Nullable Object>();
        list.forEach(value -> kept.add(withoutNulls(value)));
        yield kept;
      }
      case null, default -> tree;
    };
  }

  private static List<Path> corpus(String folder) throws IOException {
    var root = Path.of(System.getProperty("orrery.conformance", "../../shared/conformance"));
    Assumptions.assumeTrue(Files.isDirectory(root), "no corpus");
    try (var files = Files.walk(root.resolve("flows").resolve(folder))) {
      return files.filter(file -> file.toString().matches(".*\\.ya?ml")).sorted().toList();
    }
  }

  @Test
  void what_the_reader_takes_fits_the_schema() throws IOException {
    var wrong = new TreeMap<String, String>();
    var files = new ArrayList<>(corpus("valids"));
    files.addAll(corpus("tests"));
    files.addAll(corpus("webserver"));
    for (var file : files) {
      var source = Files.readString(file);
      // Plugin defaults may give what a task must have: no schema knows of that.
      if (source.contains("pluginDefaults") || source.contains("taskDefaults")) continue;
      if (!(LANGUAGE.strict(source) instanceof Parsed.Ok<?>)) continue;
      mistake(source).ifPresent(why -> wrong.put(String.valueOf(file.getFileName()), why));
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void what_is_built_wrong_does_not_fit_the_schema() throws IOException {
    var passed = new ArrayList<String>();
    var refused = new ArrayList<String>();
    for (var file : corpus("invalids")) {
      var source = Files.readString(file);
      boolean built =
          LANGUAGE.strict(source).problems().stream()
              .filter(Problem::refuses)
              .map(Problem::code)
              .anyMatch(BUILT_WRONG::contains);
      if (!built || YamlValues.read(source).value().isEmpty()) continue;
      (mistake(source).isPresent() ? refused : passed).add(String.valueOf(file.getFileName()));
    }
    assertThat(passed).isEmpty();
    assertThat(refused).hasSizeGreaterThan(5);
  }

  @Test
  void every_example_in_the_documentation_is_read_without_a_mistake() {
    var wrong = new TreeMap<String, String>();
    for (var type : CATALOGUE.types()) {
      for (var example : type.examples()) {
        var source = flowAround(type.kind(), example.code());
        var refusals =
            LANGUAGE.strict(source).problems().stream().filter(Problem::refuses).toList();
        if (!refusals.isEmpty()) wrong.put(type.name(), refusals.getFirst().text(source));
        mistake(source).ifPresent(why -> wrong.put(type.name() + " (schema)", why));
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static String flowAround(Kind kind, String code) {
    var item = "  - " + code.indent(4).strip() + "\n";
    var log = "  - {id: only_a_log, type: io.kestra.plugin.core.log.Log, message: x}\n";
    return "id: example\nnamespace: company.team\n"
        + (kind == Kind.TRIGGER ? "tasks:\n" + log + "triggers:\n" + item : "tasks:\n" + item);
  }

  @Test
  void every_type_has_a_title_examples_and_properties_that_say_what_they_are_for() {
    var missing = new TreeSet<String>();
    for (var type : CATALOGUE.types()) {
      if (type.title().isBlank()) missing.add(type.name() + ": no title");
      boolean used = type.kind() == Kind.TASK || type.kind() == Kind.TRIGGER;
      if (used && type.examples().isEmpty()) missing.add(type.name() + ": no example");
      type.properties()
          .forEach(
              (name, property) -> {
                if (property.title().isBlank()) missing.add(type.name() + "." + name);
              });
      type.outputs()
          .forEach(
              (name, output) -> {
                if (output.title().isBlank()) missing.add(type.name() + " output " + name);
              });
    }
    assertThat(missing)
        .as("add @Doc and @Plugin(examples = …) to the class, or words to the language's table")
        .isEmpty();
  }

  @Test
  void every_example_flow_fits_the_schema() throws IOException {
    var wrong = new TreeMap<String, String>();
    try (var files = Files.list(Path.of("../examples"))) {
      for (var file : files.filter(it -> it.toString().endsWith(".yaml")).sorted().toList()) {
        mistake(Files.readString(file))
            .ifPresent(why -> wrong.put(String.valueOf(file.getFileName()), why));
      }
    }
    assertThat(wrong).isEmpty();
  }
}
