package io.orrery.imports.dolphinscheduler;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.orrery.imports.FlowFile;
import io.orrery.imports.Import;
import io.orrery.imports.Item;
import io.orrery.imports.Names;
import io.orrery.imports.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Imports workflows that DolphinScheduler exported.
public final class DolphinScheduler {
  private DolphinScheduler() {}

  private record Found(Source source, Exported workflow) {}

  /// @param sources each an export of one workflow or several
  /// @param namespace of the flows
  public static Import read(List<Source> sources, String namespace) {
    var found = new ArrayList<Found>();
    for (var source : sources) {
      try {
        var root = JsonPart.read(source.text());
        var parts = root.node().isArray() ? root.items() : List.of(root);
        for (var part : parts) {
          if (!part.at("processDefinition", "workflowDefinition").isThere()) {
            return new Import.Unreadable(
                source.at(part.path()),
                "it has no 'processDefinition' or 'workflowDefinition'",
                "Export workflows of DolphinScheduler 2 or later from its list of workflows.");
          }
          found.add(new Found(source, Exported.of(part)));
        }
      } catch (JsonProcessingException e) {
        var at = e.getLocation();
        return new Import.Unreadable(
            at == null ? source.name() : source.at(at.getLineNr(), at.getColumnNr()),
            "it is no JSON: " + e.getOriginalMessage(),
            "");
      }
    }
    var ids = new LinkedHashMap<Long, String>();
    var names = new Names();
    var own = new ArrayList<String>();
    for (var each : found) {
      var id = names.id(each.workflow().name(), "workflow");
      own.add(id);
      ids.put(each.workflow().code(), id);
    }
    var known = new Known(namespace, ids, new LinkedHashMap<>());
    var flows = new ArrayList<FlowFile>();
    var items = new ArrayList<Item>();
    for (int i = 0; i < found.size(); i++) {
      var each = found.get(i);
      Workflow.flow(each.workflow(), own.get(i), known, each.source()::at, items)
          .ifPresent(flows::add);
    }
    return new Import.Done(flows, items);
  }
}
