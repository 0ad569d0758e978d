package io.orrery.model.yaml;

import io.orrery.model.flow.StartCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads what a flow checks before it starts.
final class StartCheckReader {
  private StartCheckReader() {}

  static List<StartCheck> read(Fields flow) {
    var checks = new ArrayList<StartCheck>();
    var items = flow.list("checks");
    for (int i = 0; i < items.size(); i++) {
      var path = "checks[" + i + "]";
      Values.mapping(flow.reading(), items.get(i), path)
          .ifPresent(mapping -> checks.add(check(new Fields(flow.reading(), mapping, path, path))));
    }
    return checks;
  }

  private static StartCheck check(Fields fields) {
    var name = fields.eitherOf("when", "condition");
    for (var needed : List.of(name, "message")) {
      if (!fields.has(needed)) fields.missing(needed);
    }
    Optional<String> when = fields.template(name);
    var check =
        new StartCheck(
            when.orElse("true"),
            fields.template("message").orElse(""),
            fields.choice("style", StartCheck.Style.class).orElse(StartCheck.Style.INFO),
            fields
                .choice("behavior", StartCheck.Behavior.class)
                .orElse(StartCheck.Behavior.BLOCK_EXECUTION));
    fields.close();
    return check;
  }
}
