package io.orrery.worker.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.catalog.PluginType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginLoaderTest {

  private static final String SOURCE =
      """
      package ext;
      import io.orrery.plugin.api.*;
      import java.util.*;
      public final class Ext implements PluginProvider {
        public List<Class<?>> plugins() { return List.of(Probe.class); }
        @Plugin(type = "ext.Probe", title = "Looks around.")
        public record Probe(@Doc("A name.") Property<String> name) implements RunnableTask<Map<String, Object>> {
          public Map<String, Object> run(RunContext context) {
            return Map.of("seen", seen());
          }
          public static List<String> seen() {
            var seen = new ArrayList<String>();
            for (var name : List.of("io.orrery.plugin.api.Task", "org.slf4j.Logger",
                "io.orrery.worker.Worker", "com.fasterxml.jackson.databind.ObjectMapper")) {
              try {
                Class.forName(name);
                seen.add(name);
              } catch (ClassNotFoundException e) {
                // Not for us.
              }
            }
            return seen;
          }
        }
      }
      """;

  @Test
  void a_plugin_of_a_folder_is_found_and_sees_nothing_but_the_plugin_api(@TempDir Path folder)
      throws Exception {
    var jars = Files.createDirectories(folder.resolve("jars"));
    pack(compile(folder), jars.resolve("ext.jar"));
    try (var plugins = Plugins.load(List.of(jars))) {
      var type = plugins.catalog().find("Probe").orElseThrow();
      assertThat(type)
          .extracting(PluginType::name, PluginType::kind)
          .containsExactly("ext.Probe", PluginType.Kind.TASK);
      assertThat(type.properties().keySet()).containsExactly("name");
      var task = plugins.task("ext.Probe", Map.of("name", "x"));
      assertThat(task.getClass().getMethod("seen").invoke(null))
          .isEqualTo(List.of("io.orrery.plugin.api.Task", "org.slf4j.Logger"));
    }
  }

  private static Path compile(Path folder) throws IOException {
    var source = Files.writeString(folder.resolve("Ext.java"), SOURCE);
    var classes = Files.createDirectories(folder.resolve("classes"));
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-parameters",
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                source.toString());
    assertThat(result).isZero();
    return classes;
  }

  private static void pack(Path classes, Path jar) throws IOException {
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        var files = Files.walk(classes)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
      out.putNextEntry(new JarEntry("META-INF/services/io.orrery.plugin.api.PluginProvider"));
      out.write("ext.Ext\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
  }
}
