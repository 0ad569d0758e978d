package io.orrery.model.yaml;

import io.orrery.model.flow.Task;
import io.orrery.model.flow.TaskCommon;
import io.orrery.model.problem.Code;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the loops that are more than a list of values: LoopUntil, Loop and ForEachItem.
final class LoopReader {

  /// What holds of a LoopUntil that says nothing else.
  record Limits(String interval, @Nullable Object iterations, @Nullable Object duration) {}

  /// Of LoopUntil, since it has this name.
  static final Limits NO_LIMITS = new Limits("PT1M", null, null);

  /// Of WaitFor, its former name.
  static final Limits OLD_LIMITS = new Limits("PT1S", 100, "PT1H");

  private static final List<String> BATCH_SIZES = List.of("rows", "bytes", "partitions");

  private final FlowControlReader control;
  private final Fields fields;

  LoopReader(FlowControlReader control, Fields fields) {
    this.control = control;
    this.fields = fields;
  }

  Task until(TaskCommon common, Limits limits) {
    var condition = FlowControlReader.required(fields, "condition");
    var frequency = fields.inner("checkFrequency");
    Optional<Object> interval = frequency.flatMap(it -> it.durationText("interval"));
    Optional<Object> iterations = frequency.flatMap(it -> number(it, "maxIterations", 1));
    Optional<Object> duration = frequency.flatMap(it -> it.durationText("maxDuration"));
    frequency.ifPresent(Fields::close);
    return new Task.LoopUntil(
        common,
        condition,
        interval.orElse(limits.interval()),
        iterations.or(() -> Optional.ofNullable(limits.iterations())),
        duration.or(() -> Optional.ofNullable(limits.duration())),
        fields.flag("failOnMaxReached", false),
        control.branches(fields));
  }

  Task loop(TaskCommon common) {
    var values = FlowControlReader.required(fields, "values");
    control.defines(common, "_iteration");
    return new Task.Loop(
        common,
        values,
        fields.integer("concurrencyLimit", 0).orElse(0),
        fields.flag("transmitFailed", true),
        OutputDefinitions.read(fields),
        fields.choice("fetchType", Task.Loop.Fetch.class).orElse(Task.Loop.Fetch.AUTO),
        fields.template("breakWhen"),
        control.branches(fields));
  }

  Task forEachItem(TaskCommon common) {
    if (!fields.has("items")) fields.missing("items");
    var items = fields.template("items").orElse("");
    var batch = new LinkedHashMap<String, Object>();
    var inner = fields.inner("batch");
    inner.ifPresent(it -> batch(it, batch));
    if (BATCH_SIZES.stream().noneMatch(batch::containsKey)) batch.put("rows", 1);
    control.defines(common, "_split", "_items", "_merge");
    return new Task.ForEachItem(
        common,
        items,
        batch,
        FlowControlReader.subflow(fields, common),
        control.branches(fields, List.of()));
  }

  private static void batch(Fields batch, Map<String, Object> into) {
    number(batch, "rows", 1).ifPresent(it -> into.put("rows", it));
    batch.template("bytes").ifPresent(it -> into.put("bytes", it));
    number(batch, "partitions", 1).ifPresent(it -> into.put("partitions", it));
    batch.template("separator").ifPresent(it -> into.put("separator", it));
    var sizes = BATCH_SIZES.stream().filter(into::containsKey).toList();
    if (sizes.size() > 1) {
      batch
          .reading()
          .warn(
              Code.NO_EFFECT,
              batch.pathOf(sizes.getLast()),
              batch.at(sizes.getLast()),
              "%s: has no effect beside '%s'.".formatted(sizes.getLast(), sizes.getFirst()),
              "Keep one of " + sizes + ".");
    }
    batch.close();
  }

  /// A number, or a template of one.
  private static Optional<Object> number(Fields fields, String name, int min) {
    var text = fields.template(name);
    if (text.isEmpty() || Reading.isTemplate(text.get())) return text.map(it -> it);
    return fields.integer(name, min).map(it -> it);
  }
}
