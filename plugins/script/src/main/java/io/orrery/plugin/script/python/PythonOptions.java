package io.orrery.plugin.script.python;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import java.util.List;

/// What Python tasks say about their packages.
public record PythonOptions(
    @Doc("Packages that the script needs; they must be installed on the worker.")
        Property<List<String>> dependencies,
    @Doc("The version that the script is written for; has no effect.")
        Property<String> pythonVersion,
    @Doc(value = "Has no effect.", deprecated = true) Property<Boolean> dependencyCacheEnabled,
    @Doc(value = "Has no effect.", deprecated = true) Property<String> packageManager,
    @Doc(value = "Has no effect.", deprecated = true) Property<Boolean> uvAutoInstallEnabled) {

  void warn(RunContext context) {
    var wanted = context.render(dependencies).orElse(List.of());
    if (!wanted.isEmpty()) {
      context
          .logger()
          .warn("dependencies are not installed by the worker, which must have them: {}", wanted);
    }
  }
}
