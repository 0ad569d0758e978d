package io.orrery.model.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.PluginType.Kind;
import io.orrery.model.corpus.FakeCatalog;
import io.orrery.model.corpus.FakeChecks;
import io.orrery.model.flow.InputType;
import io.orrery.model.language.LanguageTypes;
import io.orrery.model.problem.Position;
import io.orrery.model.yaml.YamlNode.Entry;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Origin;
import io.orrery.model.yaml.YamlNode.Scalar;
import io.orrery.model.yaml.YamlNode.Size;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The table of the language says what the readers read: no more and no less.
class LanguageTableTest {

  private static final LanguageTypes TABLE = LanguageTypes.load();

  /// What a reader asks for, learnt from a reading of a map that says nothing but its type.
  private static Set<String> asked(String type, String list) {
    var known = new TreeMap<String, Set<String>>();
    var reading =
        new Reading(Strictness.STRICT, new FakeCatalog(), new FakeChecks()) {
          @Override
          void closed(String path, Set<String> names) {
            known.put(path, new TreeSet<>(names));
          }
        };
    var item = mapping(Map.of("id", "x", "type", type));
    switch (list) {
      case "tasks" -> new TaskReader(reading, new DefinedIds("task")).read(item, "it");
      case "triggers" -> new TriggerReader(reading).read(item, "it");
      case "inputs" -> {
        var owner =
            new Mapping(
                Map.of(
                    "inputs",
                    new Entry(
                        Position.NONE,
                        new YamlNode.Sequence(List.of(item), Position.NONE, Size.EMPTY),
                        Origin.AUTHOR)),
                Position.NONE,
                Size.EMPTY);
        new InputDefinitions(reading).read(new Fields(reading, owner, "", "owner"), "inputs");
        return known.getOrDefault("inputs[0]", Set.of());
      }
      default -> new FlowBody(reading, item, OuterDefaults.NONE).read();
    }
    return known.getOrDefault(list.equals("flow") ? "" : "it", Set.of());
  }

  private static Mapping mapping(Map<String, String> fields) {
    var entries = new LinkedHashMap<String, Entry>();
    fields.forEach(
        (name, text) ->
            entries.put(
                name,
                new Entry(Position.NONE, new Scalar(text, text, Position.NONE), Origin.AUTHOR)));
    return new Mapping(entries, Position.NONE, Size.EMPTY);
  }

  private static Set<String> told(PluginType type, String common) {
    var names = new TreeSet<>(type.properties().keySet());
    names.addAll(TABLE.part(common).properties().keySet());
    return names;
  }

  @Test
  void every_task_of_the_language_is_in_the_table_with_all_of_its_properties() {
    var named =
        TypeNames.taskNameSet().stream()
            .map(name -> TypeNames.task(name).orElseThrow())
            .filter(TypeNames::isSupportedTask)
            .toList();
    for (var name : new TreeSet<>(named)) {
      assertThat(told(type(name), "task")).as(name).isEqualTo(asked(name, "tasks"));
    }
  }

  @Test
  void every_trigger_of_the_language_is_in_the_table_with_all_of_its_properties() {
    var named =
        TypeNames.triggerNameSet().stream()
            .map(name -> TypeNames.trigger(name).orElseThrow())
            .toList();
    for (var name : new TreeSet<>(named)) {
      assertThat(told(type(name), "trigger")).as(name).isEqualTo(asked(name, "triggers"));
    }
  }

  @Test
  void every_input_is_in_the_table_with_all_of_its_properties() {
    var variants = TABLE.part("input").variants();
    assertThat(variants.keySet())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(InputType.values()).map(Enum::name).toList());
    variants.forEach(
        (name, properties) -> {
          var told = new TreeSet<>(properties.keySet());
          told.add("type");
          assertThat(told).as(name).isEqualTo(asked(name, "inputs"));
        });
  }

  @Test
  void the_flow_is_in_the_table_with_all_of_its_properties() {
    assertThat(new TreeSet<>(TABLE.part("flow").properties().keySet()))
        .isEqualTo(new TreeSet<>(minusType(asked("x", "flow"))));
  }

  private static List<String> minusType(Set<String> names) {
    var left = new ArrayList<>(names);
    left.remove("type");
    return left;
  }

  private static PluginType type(String name) {
    return TABLE.types().stream()
        .filter(type -> type.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new AssertionError(name + " is not in model/…/language/tasks.yaml or triggers"));
  }

  @Test
  void every_entry_of_the_table_says_what_it_is_for() {
    TABLE
        .types()
        .forEach(
            type -> {
              assertThat(type.title()).as(type.name()).isNotBlank();
              if (type.kind() != Kind.CONDITION) {
                assertThat(type.examples()).as(type.name()).isNotEmpty();
              }
            });
    TABLE
        .parts()
        .values()
        .forEach(
            part ->
                part.properties()
                    .forEach(
                        (name, property) ->
                            assertThat(property.title())
                                .as(part.name() + "." + name)
                                .isNotBlank()));
  }
}
