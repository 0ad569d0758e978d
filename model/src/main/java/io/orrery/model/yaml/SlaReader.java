package io.orrery.model.yaml;

import io.orrery.model.flow.Sla;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the promises of a flow.
final class SlaReader {
  private SlaReader() {}

  static List<Sla> read(Fields flow) {
    var slas = new ArrayList<Sla>();
    var items = flow.list("sla");
    for (int i = 0; i < items.size(); i++) {
      var path = "sla[" + i + "]";
      Values.mapping(flow.reading(), items.get(i), path)
          .flatMap(mapping -> sla(new Fields(flow.reading(), mapping, path, path)))
          .ifPresent(slas::add);
    }
    return slas;
  }

  private static Optional<Sla> sla(Fields fields) {
    var id = fields.requiredText("id");
    for (var name : List.of("type", "behavior")) {
      if (!fields.has(name)) fields.missing(name);
    }
    var type = fields.choice("type", Sla.Type.class);
    var behavior = fields.choice("behavior", Sla.Behavior.class);
    var labels = Labels.read(fields, "labels");
    if (type.isEmpty() || behavior.isEmpty()) {
      fields.accept("duration", "assert");
      fields.close();
      return Optional.empty();
    }
    var sla =
        switch (type.get()) {
          case MAX_DURATION ->
              new Sla(
                  id,
                  type.get(),
                  behavior.get(),
                  labels,
                  Optional.of(fields.requiredDuration("duration")),
                  Optional.empty());
          case EXECUTION_ASSERTION -> {
            if (!fields.has("assert")) fields.missing("assert");
            yield new Sla(
                id,
                type.get(),
                behavior.get(),
                labels,
                Optional.empty(),
                fields.template("assert"));
          }
        };
    fields.close();
    return Optional.of(sla);
  }
}
