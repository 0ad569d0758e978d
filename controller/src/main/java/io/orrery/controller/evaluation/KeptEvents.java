package io.orrery.controller.evaluation;

import io.orrery.engine.execution.Answer;
import io.orrery.engine.execution.Batch;
import io.orrery.engine.execution.Event;
import io.orrery.engine.execution.Preparation;
import io.orrery.model.kept.Keeper;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What an evaluation answers, fit for records: secrets in values are sealed, those in messages and
/// labels are masked. Every answer goes through here, so that no evaluation can forget it.
final class KeptEvents implements Gate<Event> {

  /// A longer message is cut.
  private static final int MESSAGE_CHARS_MAX = 16 * 1024;

  private static final int LABEL_CHARS_MAX = 4 * 1024;

  private final Keeper keeper;
  private final String folder;

  /// @param folder where large values are put aside, in internal storage
  KeptEvents(Keeper keeper, String folder) {
    this.keeper = keeper;
    this.folder = folder;
  }

  @Override
  public Event of(Event event) {
    return switch (event) {
      case Event.Prepared(int seq, var preparation, var at) ->
          new Event.Prepared(seq, of(preparation), at);
      case Event.InputsResolved(var inputs, var labels, var error, var at) ->
          new Event.InputsResolved(
              recorded("the inputs", inputs), labels(labels), masked(error), at);
      case Event.Collected(int seq, var outputs, var error, var at) ->
          new Event.Collected(seq, recorded("the outputs", outputs), masked(error), at);
      case Event.OutputsRendered(var outputs, var error, var at) ->
          new Event.OutputsRendered(recorded("the outputs", outputs), masked(error), at);
      case Event.Told(int seq, int question, var answer, var at) ->
          new Event.Told(seq, question, of(answer), at);
      // No evaluation answers with one of these.
      case Event.Begin _,
          Event.Enqueue _,
          Event.TurnAway _,
          Event.JobStarted _,
          Event.JobEnded _,
          Event.WakeUp _,
          Event.ChildEnded _,
          Event.ChildGone _,
          Event.ListenerJudged _,
          Event.Pause _,
          Event.LeaveBreakpoint _,
          Event.Replay _,
          Event.Mark _,
          Event.ChangeStatus _,
          Event.Relabel _,
          Event.Abandon _,
          Event.Judged _,
          Event.DeadlineDue _,
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
          new Preparation.Chosen(list, recorded("the outputs", outputs));
      case Preparation.Values(var values) ->
          new Preparation.Values(values.stream().map(keeper::text).toList());
      case Preparation.NewLabels(var labels) -> new Preparation.NewLabels(labels(labels));
      case Preparation.Child(var flow, int revision, var inputs, var labels, var date) ->
          new Preparation.Child(
              flow, revision, recorded("the inputs", inputs), labels(labels), date);
      case Preparation.Items(var values, boolean keyed, var next) ->
          new Preparation.Items(values.stream().map(keeper::text).toList(), keyed, next);
      case Preparation.Made(var outputs) -> new Preparation.Made(recorded("the outputs", outputs));
      case Preparation.NewVariables(var set, var unset) ->
          new Preparation.NewVariables(recorded("the variables", set), unset);
      case Preparation.Wait wait -> wait.answering(recorded("the inputs", wait.answers()));
      case Preparation.Go _, Preparation.Skip _, Preparation.Leave _, Preparation.Batches _ ->
          preparation;
    };
  }

  private Answer of(Answer answer) {
    return switch (answer) {
      case Answer.Done(var outputs) -> new Answer.Done(recorded("the outputs", outputs));
      case Answer.Break(var outputs) -> new Answer.Break(recorded("the outputs", outputs));
      case Answer.Unable(var message) -> new Answer.Unable(masked(message));
      case Answer.LimitReached(var message) -> new Answer.LimitReached(masked(message));
      case Answer.Items(var values, var next) ->
          new Answer.Items(values.stream().map(keeper::text).toList(), next);
      case Answer.Batches(var batches) ->
          new Answer.Batches(batches.stream().map(this::of).toList());
      case Answer.Again _ -> answer;
    };
  }

  private Batch of(Batch batch) {
    return switch (batch) {
      case Batch.Begin(var child) ->
          new Batch.Begin(
              new Preparation.Child(
                  child.flow(),
                  child.revision(),
                  recorded("the inputs", child.inputs()),
                  labels(child.labels()),
                  child.scheduleDate()));
      case Batch.Unable(var message) -> new Batch.Unable(masked(message));
      case Batch.Over _ -> batch;
    };
  }

  private Map<String, Object> recorded(String what, Map<String, Object> values) {
    return keeper.recorded(what, folder, values);
  }

  @Override
  public String masked(String text) {
    var masked = keeper.masker().mask(text);
    return masked.length() <= MESSAGE_CHARS_MAX
        ? masked
        : masked.substring(0, MESSAGE_CHARS_MAX) + "… (" + masked.length() + " characters)";
  }

  private Optional<String> masked(Optional<String> text) {
    return text.map(this::masked);
  }

  /// Labels are for finding executions by: nobody opens them again.
  Map<String, String> labels(Map<String, String> labels) {
    var all = new LinkedHashMap<String, String>();
    labels.forEach((key, value) -> all.put(label(key), label(value)));
    return all;
  }

  private String label(String text) {
    if (text.length() > LABEL_CHARS_MAX) {
      throw new IllegalArgumentException(
          "a label has "
              + text.length()
              + " characters, more than "
              + LABEL_CHARS_MAX
              + ": labels are for finding executions by; hand data on as outputs");
    }
    return masked(text);
  }
}
