package io.orrery.controller.evaluation;

import io.orrery.engine.execution.Event;
import io.orrery.engine.execution.Preparation;
import io.orrery.model.kept.Keeper;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What an evaluation answers, fit for records: secrets in values are sealed, those in messages and
/// labels are masked. Every answer goes through here, so that no evaluation can forget it.
final class KeptEvents {

  private final Keeper keeper;

  KeptEvents(Keeper keeper) {
    this.keeper = keeper;
  }

  Event of(Event event) {
    return switch (event) {
      case Event.Prepared(int seq, var preparation, var at) ->
          new Event.Prepared(seq, of(preparation), at);
      case Event.InputsResolved(var inputs, var labels, var error, var at) ->
          new Event.InputsResolved(keeper.members(inputs), masked(labels), masked(error), at);
      case Event.Collected(int seq, var outputs, var error, var at) ->
          new Event.Collected(seq, keeper.members(outputs), masked(error), at);
      case Event.OutputsRendered(var outputs, var error, var at) ->
          new Event.OutputsRendered(keeper.members(outputs), masked(error), at);
      // No evaluation answers with one of these.
      case Event.Begin _,
          Event.Enqueue _,
          Event.TurnAway _,
          Event.JobStarted _,
          Event.JobEnded _,
          Event.WakeUp _,
          Event.ChildEnded _,
          Event.Kill _,
          Event.Resume _,
          Event.Restart _,
          Event.Continue _ ->
          event;
    };
  }

  private Preparation of(Preparation preparation) {
    return switch (preparation) {
      case Preparation.Unable(var message) -> new Preparation.Unable(masked(message));
      case Preparation.Chosen(int list, var outputs) ->
          new Preparation.Chosen(list, keeper.members(outputs));
      case Preparation.Values(var values) ->
          new Preparation.Values(values.stream().map(keeper::text).toList());
      case Preparation.NewLabels(var labels) -> new Preparation.NewLabels(masked(labels));
      case Preparation.Child(var flow, int revision, var inputs, var labels, var date) ->
          new Preparation.Child(flow, revision, keeper.members(inputs), masked(labels), date);
      case Preparation.Go _, Preparation.Skip _, Preparation.Wait _ -> preparation;
    };
  }

  String masked(String text) {
    return keeper.masker().mask(text);
  }

  private Optional<String> masked(Optional<String> text) {
    return text.map(this::masked);
  }

  /// Labels are for finding executions by: nobody opens them again.
  private Map<String, String> masked(Map<String, String> labels) {
    var all = new LinkedHashMap<String, String>();
    labels.forEach((key, value) -> all.put(masked(key), masked(value)));
    return all;
  }
}
