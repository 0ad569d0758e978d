package io.orrery.controller;

import io.orrery.engine.execution.Execution;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.id.FlowId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What a call of a webhook means. Called on the caller's thread, since it renders what a user
/// wrote.
public interface Webhooks {

  Found find(FlowId flow, String key);

  /// @param call what expressions see as `trigger`
  Decision decide(Hook hook, Map<String, Object> call);

  /// The status that the trigger wants the answer to have; empty when it wants none, or none that
  /// there is.
  ///
  /// @param execution that the call started, as it is now
  Optional<Integer> status(Hook hook, Map<String, Object> call, Execution execution);

  /// What a key leads to.
  sealed interface Found {}

  record NoFlow() implements Found {}

  record FlowDisabled() implements Found {}

  /// The flow is there, and no webhook of it has this key.
  record NoHook() implements Found {}

  record Hook(Flow flow, int revision, TriggerDef.Webhook trigger) implements Found {}

  /// What becomes of a call.
  sealed interface Decision {}

  /// @param inputs resolved
  record Start(Map<String, Object> inputs, Map<String, String> labels) implements Decision {
    public Start {
      inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
      labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
  }

  /// The conditions do not hold.
  record NotMet() implements Decision {}

  /// The inputs cannot be made of the call.
  record Wrong(String why) implements Decision {}
}
