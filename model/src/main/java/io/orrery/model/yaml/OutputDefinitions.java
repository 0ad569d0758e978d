package io.orrery.model.yaml;

import io.orrery.model.flow.FlowOutput;
import io.orrery.model.flow.InputType;
import io.orrery.model.problem.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads lists of typed outputs: of flows, and of the iterations of a Loop.
final class OutputDefinitions {
  private OutputDefinitions() {}

  /// What stands under `outputs` of this mapping.
  static List<FlowOutput> read(Fields fields) {
    var outputs = new ArrayList<FlowOutput>();
    var ids = new DefinedIds("output");
    var items = fields.list("outputs");
    for (int i = 0; i < items.size(); i++) {
      var path = fields.pathOf("outputs") + "[" + i + "]";
      Values.mapping(fields.reading(), items.get(i), path)
          .flatMap(mapping -> output(new Fields(fields.reading(), mapping, path, path), ids))
          .ifPresent(outputs::add);
    }
    ids.report(fields.reading());
    return outputs;
  }

  private static Optional<FlowOutput> output(Fields fields, DefinedIds ids) {
    var id = Ids.read(fields, "id", Ids.Form.INPUT);
    ids.add(id, fields.path(), fields.at());
    var type = InputDefinitions.type(fields, "type");
    if (type.filter(InputType.FORM::equals).isPresent()) {
      fields.error(Code.BAD_VALUE, "type", "type: an output cannot be a FORM.", "Use JSON.");
    }
    var value = fields.node("value");
    if (value == null) fields.missing("value");
    else fields.reading().templates(value, fields.pathOf("value"));
    fields.accept("itemType");
    var output =
        type.map(
            known ->
                new FlowOutput(
                    id,
                    known,
                    fields.value("value"),
                    fields.text("description"),
                    fields.text("displayName"),
                    fields.flag("required", true)));
    fields.accept("description", "displayName", "required");
    fields.close();
    return output;
  }
}
