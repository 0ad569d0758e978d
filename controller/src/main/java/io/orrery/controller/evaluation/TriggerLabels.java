package io.orrery.controller.evaluation;

import io.orrery.engine.execution.Preparing;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Services;
import io.orrery.expression.Templates;
import io.orrery.model.flow.TriggerDef;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The labels that a trigger gives to what it starts.
public final class TriggerLabels {

  private static final Logger log = LoggerFactory.getLogger(TriggerLabels.class);

  private TriggerLabels() {}

  /// Rendered; one that does not render is left out (inventory §1.5).
  public static Map<String, String> render(
      Templates templates,
      TriggerDef.Common trigger,
      Map<String, Object> variables,
      Services services) {
    var labels = new LinkedHashMap<String, String>();
    Preparing.labels(trigger.labels())
        .forEach(
            (key, template) -> {
              try {
                labels.put(key, templates.compile(template).render(variables, services));
              } catch (ExpressionException e) {
                log.debug("label {} of trigger {} does not render", key, trigger.id(), e);
              }
            });
    return labels;
  }
}
