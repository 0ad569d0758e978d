package io.orrery.conformance.cases;

import io.orrery.conformance.match.Json;
import io.orrery.conformance.subject.FlowName;
import io.orrery.conformance.subject.Unsupported;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The little that the harness itself must know of a flow's text: its name, and how to change it as
/// a case describes in words.
final class FlowHeads {

  private static final Pattern NAMESPACE =
      Pattern.compile("(?m)^namespace:\\s*['\"]?([^'\"\\s#]+)");
  private static final Pattern ID = Pattern.compile("(?m)^id:\\s*['\"]?([^'\"\\s#]+)");
  private static final Pattern BECOMES_RETURN =
      Pattern.compile("task (\\S+) becomes a Return task with format \"([^\"]*)\".*");

  private FlowHeads() {}

  static Optional<FlowName> name(String source) {
    var namespace = NAMESPACE.matcher(source);
    var id = ID.matcher(source);
    return namespace.find() && id.find()
        ? Optional.of(new FlowName(namespace.group(1), id.group(1)))
        : Optional.empty();
  }

  /// @throws Unsupported when the words are not understood
  static String patched(String source, String words) {
    var returns = BECOMES_RETURN.matcher(words);
    if (!returns.matches()) {
      throw new Unsupported("change of a flow in words: " + words);
    }
    var document = new Load(LoadSettings.builder().build()).loadFromString(source);
    var task = find(document, returns.group(1));
    task.clear();
    task.put("id", returns.group(1));
    task.put("type", "io.kestra.plugin.core.debug.Return");
    task.put("format", returns.group(2));
    return new Dump(DumpSettings.builder().build()).dumpToString(document);
  }

  private static Map<Object, Object> find(Object document, String taskId) {
    var tasks = Json.members(document).get("tasks") instanceof List<?> list ? list : List.of();
    for (var task : tasks) {
      if (task instanceof Map<?, ?> map && taskId.equals(map.get("id"))) {
        @SuppressWarnings("unchecked") // made by the YAML loader: an ordinary map of objects
        var fields = (Map<Object, Object>) map;
        return fields;
      }
    }
    throw new Unsupported("no task " + taskId + " to change");
  }
}
