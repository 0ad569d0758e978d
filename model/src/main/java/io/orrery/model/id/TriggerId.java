package io.orrery.model.id;

/// The name of a trigger: its flow and its id there.
public record TriggerId(FlowId flow, String id) {

  @Override
  public String toString() {
    return flow + "." + id;
  }
}
