package io.orrery.worker.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.PropertyType;
import io.orrery.model.catalog.PropertyType.Shape;
import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Level;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PluginsTest {

  private final Plugins plugins =
      Plugins.of(List.of(() -> List.of(Sample.class, OtherSample.class)));

  @Test
  void every_plugin_of_the_class_path_is_found_and_described() throws Exception {
    try (var all = Plugins.load(List.of())) {
      var catalog = all.catalog();
      assertThat(catalog.all()).hasSizeGreaterThan(20);
      assertThat(catalog.all().stream().map(PluginType::name).toList()).isSorted();
      assertThat(catalog.all())
          .allSatisfy(
              type -> {
                assertThat(type.title()).isNotBlank();
                assertThat(type.properties().values())
                    .allSatisfy(
                        property -> assertThat(property.title()).as(type.name()).isNotBlank());
              });
      var log = catalog.find("io.kestra.core.tasks.log.Log").orElseThrow();
      assertThat(log.name()).isEqualTo("io.kestra.plugin.core.log.Log");
      assertThat(catalog.find("Log")).contains(log);
      assertThat(catalog.find("log.Log")).contains(log);
      assertThat(catalog.find("Delete")).as("kv.Delete or storage.Delete").isEmpty();
      assertThat(catalog.find("kv.Delete")).isPresent();
      assertThat(catalog.find("Script")).isEmpty();
      assertThat(catalog.find("python.Script")).isPresent();
      var runner = catalog.find("io.kestra.plugin.core.runner.Process").orElseThrow();
      assertThat(runner.kind()).isEqualTo(PluginType.Kind.TASK_RUNNER);
      assertThat(log.properties().keySet()).containsExactly("message", "level");
      assertThat(log.properties().get("message"))
          .extracting(PropertyType::required)
          .isEqualTo(true);
      assertThat(log.properties().get("level"))
          .extracting(PropertyType::shape, PropertyType::values, PropertyType::defaultText)
          .containsExactly(Shape.ENUM, List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR"), "INFO");
    }
  }

  @Test
  void shapes_follow_the_types_of_the_class() {
    var properties = plugins.catalog().find("test.Sample").orElseThrow().properties();
    assertThat(properties.keySet())
        .containsExactly("renamed", "count", "wait", "names", "table", "inner", "shared", "any");
    assertThat(properties.values())
        .extracting(PropertyType::shape)
        .containsExactly(
            Shape.STRING,
            Shape.INTEGER,
            Shape.DURATION,
            Shape.LIST,
            Shape.MAP,
            Shape.OBJECT,
            Shape.BOOLEAN,
            Shape.ANY);
    assertThat(properties.get("inner"))
        .extracting(p -> p == null ? null : p.fields().keySet())
        .isEqualTo(java.util.Set.of("level"));
  }

  @Test
  void a_task_is_bound_from_its_properties() {
    var task =
        (Sample)
            plugins.task(
                "Sample",
                Map.of(
                    "renamed",
                    "{{ x }}",
                    "count",
                    7,
                    "names",
                    List.of("a", "b"),
                    "inner",
                    Map.of("level", "WARN"),
                    "shared",
                    "true"));
    assertThat(task.text().raw()).contains("{{ x }}");
    assertThat(task.count()).isEqualTo(7);
    assertThat(task.waiting()).isEmpty();
    assertThat(task.names()).containsExactly("a", "b");
    assertThat(task.table()).isEmpty();
    assertThat(task.options().shared()).isTrue();
    assertThat(task.any().isAbsent()).isTrue();
  }

  @Test
  void the_same_properties_give_the_same_record() {
    assertThat(plugins.task("test.Sample", Map.of("count", 1)))
        .isSameAs(plugins.task("test.Sample", new HashMap<>(Map.of("count", 1))))
        .isNotSameAs(plugins.task("test.Sample", Map.of("count", 2)));
  }

  @Test
  void mistakes_say_where_they_are() {
    assertThatThrownBy(() -> plugins.task("test.Sample", Map.of("count", "many")))
        .isInstanceOf(TaskFailure.class)
        .hasMessage("property 'count': 'many' is no integer");
    assertThatThrownBy(() -> plugins.task("test.Sample", Map.of("names", 5)))
        .hasMessage("property 'names': must be a list");
    assertThatThrownBy(() -> plugins.task("test.Sample", Map.of("inner", Map.of("x", 1))))
        .hasMessageContaining("there is no property 'x'");
    assertThatThrownBy(() -> plugins.task("test.Nothing", Map.of()))
        .hasMessage("there is no task of type 'test.Nothing' on this worker");
  }

  @Test
  void values_become_the_type_that_is_asked_for() {
    assertThat(Conversions.convert(Integer.class, "42")).isEqualTo(42);
    assertThat(Conversions.convert(Long.class, 42)).isEqualTo(42L);
    assertThat(Conversions.convert(Duration.class, "PT5M")).isEqualTo(Duration.ofMinutes(5));
    assertThat(Conversions.convert(Duration.class, 1.5)).isEqualTo(Duration.ofMillis(1500));
    assertThat(Conversions.convert(Boolean.class, "TRUE")).isEqualTo(true);
    assertThat(Conversions.convert(Level.class, "warn")).isEqualTo(Level.WARN);
    assertThat(Conversions.convert(URI.class, "kestra:///a")).isEqualTo(URI.create("kestra:///a"));
    assertThat(Conversions.convert(Instant.class, "2026-01-01T00:00:00Z"))
        .isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(Conversions.convert(List.class, "[1,\"a\"]")).isEqualTo(List.of(1, "a"));
    assertThat(Conversions.convert(String.class, Map.of("a", 1))).isEqualTo("{\"a\":1}");
    assertThat(Conversions.convert(Integer.class, " ")).isNull();
    assertThatThrownBy(() -> Conversions.convert(Integer.class, "1.5"))
        .hasMessage("'1.5' is no integer");
    assertThatThrownBy(() -> Conversions.convert(Level.class, "loud"))
        .hasMessage("'loud' is no one of TRACE, DEBUG, INFO, WARN, ERROR");
  }

  @Test
  void outputs_become_plain_values_and_have_a_bound() {
    record Part(URI uri, Optional<String> gone) {}
    record Output(Level level, List<Part> inner, Duration took, Object numbers) {}
    assertThat(
            Outputs.of(
                new Output(
                    Level.INFO,
                    List.of(new Part(URI.create("a:b"), Optional.empty())),
                    Duration.ofSeconds(1),
                    new int[] {1, 2}),
                1000))
        .hasToString("{level=INFO, inner=[{uri=a:b, gone=null}], took=PT1S, numbers=[1, 2]}");
    var huge = "x".repeat(501);
    assertThatThrownBy(() -> Outputs.of(Map.of("a", huge, "b", huge), 1000))
        .isInstanceOf(TaskFailure.class)
        .hasMessageContaining("internal storage");
    Object deep = "end";
    for (int i = 0; i <= Outputs.DEPTH_MAX; i++) {
      deep = List.of(deep);
    }
    var nested = Map.of("deep", deep);
    assertThatThrownBy(() -> Outputs.of(nested, 1000)).hasMessageContaining("nested deeper");
  }

  record Inner(@Doc("A level.") Property<Level> level) {}

  record Shared(@Doc("Whether.") boolean shared) {}

  @Plugin(type = "test.Sample", title = "One of each.")
  record Sample(
      @Doc(value = "A text.", name = "renamed") Property<String> text,
      @Doc("A count.") int count,
      @Doc(value = "How long.", name = "wait") Optional<Duration> waiting,
      @Doc("Names.") List<String> names,
      @Doc("A table.") Map<String, Object> table,
      @Doc("A record.") @Nullable Inner inner,
      @Inline Shared options,
      @Doc("Anything.") Property<Object> any)
      implements RunnableTask<Void> {
    @Override
    public @Nullable Void run(RunContext context) {
      return null;
    }
  }

  @Plugin(type = "other.Sample2", title = "Another.")
  record OtherSample() implements RunnableTask<Void> {
    @Override
    public @Nullable Void run(RunContext context) {
      return null;
    }
  }
}
