package io.orrery.testing;

import io.orrery.expression.pebble.PebbleTemplates;
import io.orrery.plugin.api.Housekeeping;
import io.orrery.plugin.api.KeyValues;
import io.orrery.plugin.api.Metric;
import io.orrery.plugin.api.NamespaceFiles;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.Storage;
import io.orrery.plugin.api.TaskRunner;
import io.orrery.plugin.api.WorkingFiles;
import io.orrery.plugin.api.WorkingFolder;
import io.orrery.worker.plugin.Conversions;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A run context for the test of a plugin. What it has not got says so when it is asked for.
public final class TestContext implements RunContext {

  private final PebbleTemplates templates = new PebbleTemplates();
  private final Map<String, Object> variables;
  private final TestFiles files;
  private final TestServices services;
  private final List<Metric> metrics;
  private final Set<String> sensitive;

  private TestContext(
      Map<String, Object> variables,
      TestFiles files,
      TestServices services,
      List<Metric> metrics,
      Set<String> sensitive) {
    this.variables = variables;
    this.files = files;
    this.services = services;
    this.metrics = metrics;
    this.sensitive = sensitive;
  }

  /// @param folder where its files are
  public static TestContext in(Path folder) {
    return in(folder, Map.of());
  }

  /// @param secrets plain values by name, for `secret()`
  public static TestContext in(Path folder, Map<String, String> secrets) {
    Set<String> sensitive = ConcurrentHashMap.newKeySet();
    return new TestContext(
        Map.of("flow", Map.of("id", "flow", "namespace", "io.acme.tests")),
        new TestFiles(folder),
        new TestServices(secrets, sensitive::add),
        new CopyOnWriteArrayList<>(),
        sensitive);
  }

  /// What the plugin measured, in order.
  public List<Metric> metrics() {
    return metrics;
  }

  @Override
  public String render(String template) {
    return templates.compile(template).render(variables, services);
  }

  @Override
  public <T> Optional<T> render(Property<T> property) {
    var raw = property.raw().orElse(null);
    if (raw == null) {
      return Optional.empty();
    }
    var value =
        switch (raw) {
          case String text when property.type() == String.class -> render(text);
          case String text -> evaluate(text);
          default -> renderTree(raw);
        };
    @SuppressWarnings("unchecked") // convert gives what the type asks for: T by construction
    var typed = (T) Conversions.convert(property.type(), value);
    return Optional.ofNullable(typed);
  }

  @Override
  public @Nullable Object renderTree(@Nullable Object tree) {
    return switch (tree) {
      case null -> null;
      case String text -> render(text);
      case Map<?, ?> map -> {
        var rendered = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((key, value) -> rendered.put(render(String.valueOf(key)), renderTree(value)));
        yield rendered;
      }
      case List<?> list -> {
        var rendered = new ArrayList<@Nullable Object>();
        list.forEach(value -> rendered.add(renderTree(value)));
        yield rendered;
      }
      default -> tree;
    };
  }

  @Override
  public @Nullable Object evaluate(String template) {
    return templates.compile(template).evaluate(variables, services);
  }

  @Override
  public TestContext with(Map<String, Object> more) {
    var all = new LinkedHashMap<>(variables);
    all.putAll(more);
    return new TestContext(all, files, services, metrics, sensitive);
  }

  @Override
  public Map<String, Object> variables() {
    return variables;
  }

  @Override
  public Logger logger() {
    return LoggerFactory.getLogger("plugin");
  }

  @Override
  public WorkingFolder workingFolder() {
    return files;
  }

  @Override
  public Storage storage() {
    return files;
  }

  @Override
  public WorkingFiles files() {
    throw absent("files to bring in");
  }

  @Override
  public Path localFolder(String path) {
    throw absent("folders of this machine");
  }

  @Override
  public KeyValues keyValues() {
    throw absent("key-values");
  }

  @Override
  public Housekeeping housekeeping() {
    throw absent("housekeeping");
  }

  @Override
  public NamespaceFiles namespaceFiles() {
    throw absent("namespace files");
  }

  @Override
  public TaskRunner taskRunner(Map<String, Object> taskRunner) {
    throw absent("task runners");
  }

  @Override
  public RunnableTask<?> task(Map<String, Object> definition) {
    throw absent("other tasks");
  }

  private static UnsupportedOperationException absent(String what) {
    return new UnsupportedOperationException("a TestContext has no " + what);
  }

  @Override
  public void metric(Metric metric) {
    metrics.add(metric);
  }

  @Override
  public void sensitive(String value) {
    sensitive.add(value);
  }

  @Override
  public String masked(String text) {
    var masked = text;
    for (var secret : sensitive) {
      masked = secret.isEmpty() ? masked : masked.replace(secret, "******");
    }
    return masked;
  }

  @Override
  public Place place() {
    return new Place(
        "io.acme.tests", "flow", 1, "0000000000000000000001", "id", "run", List.of(), 1);
  }

  @Override
  public InstantSource clock() {
    return services;
  }
}
