package io.orrery.worker.plugin;

import io.orrery.model.catalog.TypeCatalog;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.PluginProvider;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.api.Trigger;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// All plugins that were loaded: their catalog, and instances of them.
///
/// Instances of records are made once for the same type and properties and shared by all jobs that
/// have them, since records do not change; so a repeated job costs no binding.
public final class Plugins implements AutoCloseable {

  private static final int BOUND_MAX = 2_000;

  private final Names names;
  private final Map<String, Class<?>> classes;
  private final Lru<Bound, RunnableTask<?>> instances = new Lru<>(BOUND_MAX);
  private final List<Closeable> loaders;

  private record Bound(String type, Map<String, Object> properties) {}

  private Plugins(List<PluginProvider> providers, List<Closeable> loaders) {
    this.loaders = List.copyOf(loaders);
    this.classes = new HashMap<>();
    var offers = new ArrayList<Offer>();
    for (var provider : providers) {
      for (var type : provider.plugins()) {
        var offer = new Offer(type);
        offers.add(offer);
        classes.put(offer.name(), type);
      }
    }
    this.names = new Names(offers);
  }

  /// The plugins of the class path and those of `folders`.
  ///
  /// @param folders each holds the jars of one external plugin, which gets a class loader of its
  ///   own
  /// @throws IOException when a folder cannot be read
  public static Plugins load(List<Path> folders) throws IOException {
    var providers = new ArrayList<PluginProvider>();
    ServiceLoader.load(PluginProvider.class, Plugins.class.getClassLoader())
        .forEach(providers::add);
    var loaders = new ArrayList<Closeable>();
    for (var folder : folders) {
      var loader = PluginLoader.open(folder);
      loaders.add(loader);
      for (var provider : ServiceLoader.load(PluginProvider.class, loader)) {
        if (provider.getClass().getClassLoader() == loader) {
          providers.add(provider);
        }
      }
    }
    return new Plugins(providers, loaders);
  }

  /// Exactly these plugins.
  public static Plugins of(List<PluginProvider> providers) {
    return new Plugins(providers, List.of());
  }

  public TypeCatalog catalog() {
    return names;
  }

  /// A task of this type with these properties. Properties that every task may have and that the
  /// type does not declare are left aside.
  ///
  /// @throws TaskFailure when there is no such task or a property is wrong
  public RunnableTask<?> task(String type, Map<String, Object> properties) {
    var key = new Bound(type, properties);
    var known = instances.get(key);
    return known != null ? known : bind(key);
  }

  /// A trigger of this type with these properties. Properties that every trigger may have and that
  /// the type does not declare are left aside.
  ///
  /// @throws TaskFailure when there is no such trigger or a property is wrong
  public Trigger<?> trigger(String type, Map<String, Object> properties) {
    var found = classFor(type);
    if (found == null || !Trigger.class.isAssignableFrom(found)) {
      throw new TaskFailure("there is no trigger of type '" + type + "' on this worker");
    }
    var plan = RecordPlan.of(found);
    return (Trigger<?>) plan.bind(CommonProperties.without(properties, plan.names()), "");
  }

  /// Whether there is a task of this type.
  public boolean has(String type) {
    var found = classFor(type);
    return found != null && RunnableTask.class.isAssignableFrom(found);
  }

  /// Whether tasks of this type say that they compute no longer than a moment.
  public boolean isLight(String type) {
    var found = classFor(type);
    return found != null && found.getAnnotation(Plugin.class).light();
  }

  private RunnableTask<?> bind(Bound key) {
    var found = classFor(key.type());
    if (found == null || !RunnableTask.class.isAssignableFrom(found)) {
      throw new TaskFailure("there is no task of type '" + key.type() + "' on this worker");
    }
    var plan = RecordPlan.of(found);
    var own = CommonProperties.without(key.properties(), plan.names());
    var task = (RunnableTask<?>) plan.bind(own, "");
    if (found.isRecord()) {
      instances.put(key, task);
    }
    return task;
  }

  private @Nullable Class<?> classFor(String type) {
    var exact = classes.get(type);
    if (exact != null) {
      return exact;
    }
    return names.find(type).map(description -> classes.get(description.name())).orElse(null);
  }

  /// The classes of all plugins, for whoever describes them.
  public List<Class<?>> classes() {
    return classes.values().stream()
        .sorted(java.util.Comparator.comparing(type -> type.getAnnotation(Plugin.class).type()))
        .toList();
  }

  @Override
  public void close() throws IOException {
    for (var loader : loaders) {
      loader.close();
    }
  }
}
