package io.orrery.worker.plugin;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// The classes of one external plugin and its libraries. Of ours it sees what plugins import, and
/// nothing else: two plugins may bring different versions of the same library.
final class PluginLoader extends URLClassLoader {

  private PluginLoader(URL[] jars, ClassLoader parent) {
    super(jars, parent);
  }

  /// @throws IOException when `folder` cannot be read
  static PluginLoader open(Path folder) throws IOException {
    var jars = new ArrayList<URL>();
    try (var files = Files.list(folder)) {
      for (var jar : files.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
        jars.add(jar.toUri().toURL());
      }
    }
    return new PluginLoader(jars.toArray(URL[]::new), new Shared());
  }

  /// What plugins share with us.
  private static final class Shared extends ClassLoader {

    Shared() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith("io.orrery.plugin.api.")
          || name.startsWith("org.slf4j.")
          || name.startsWith("org.jspecify.")) {
        return PluginLoader.class.getClassLoader().loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }

    @Override
    protected @Nullable URL findResource(String name) {
      return null;
    }
  }
}
