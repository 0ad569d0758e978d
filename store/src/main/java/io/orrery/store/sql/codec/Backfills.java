package io.orrery.store.sql.codec;

import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.Backfill.Mode;
import io.orrery.engine.trigger.Backfill.OnFailure;
import io.orrery.engine.trigger.Backfill.Options;
import io.orrery.model.flow.TriggerDef.Order;
import io.orrery.model.id.ExecutionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A backfill as text, with times in microseconds.
public final class Backfills {

  private Backfills() {}

  public static String text(Backfill backfill) {
    var json = new LinkedHashMap<String, Object>();
    json.put("id", backfill.id());
    json.put("start", Micros.of(backfill.start()));
    json.put("end", Micros.of(backfill.end()));
    json.put("cursor", Micros.of(backfill.cursor()));
    json.put("paused", backfill.paused());
    json.put("inputs", backfill.inputs());
    json.put("labels", backfill.labels());
    var options = backfill.options();
    json.put("mode", options.mode().name());
    json.put("order", options.order().name());
    options.maxConcurrent().ifPresent(max -> json.put("maxConcurrent", max));
    options.maxPerMinute().ifPresent(max -> json.put("maxPerMinute", max));
    json.put("onFailure", options.onFailure().name());
    json.put("running", backfill.running().stream().map(ExecutionId::value).toList());
    return Json.text(json);
  }

  public static Backfill read(String text) {
    var json = Json.map(text);
    return new Backfill(
        String.valueOf(json.get("id")),
        instant(json, "start"),
        instant(json, "end"),
        instant(json, "cursor"),
        Boolean.TRUE.equals(json.get("paused")),
        members(json.get("inputs")),
        labels(json.get("labels")),
        options(json),
        running(json));
  }

  /// One that was written before there were options has none.
  private static Options options(Map<String, Object> json) {
    var plain = Options.DEFAULT;
    return new Options(
        Mode.valueOf(String.valueOf(json.getOrDefault("mode", plain.mode().name()))),
        Order.valueOf(String.valueOf(json.getOrDefault("order", plain.order().name()))),
        number(json.get("maxConcurrent")),
        number(json.get("maxPerMinute")),
        OnFailure.valueOf(
            String.valueOf(json.getOrDefault("onFailure", plain.onFailure().name()))));
  }

  private static Optional<Integer> number(@Nullable Object value) {
    return value instanceof Number number ? Optional.of(number.intValue()) : Optional.empty();
  }

  private static List<ExecutionId> running(Map<String, Object> json) {
    var running = new ArrayList<ExecutionId>();
    if (json.get("running") instanceof List<?> list) {
      list.forEach(id -> running.add(new ExecutionId(String.valueOf(id))));
    } else if (json.get("holder") != null) {
      running.add(new ExecutionId(String.valueOf(json.get("holder"))));
    }
    return running;
  }

  private static Instant instant(Map<String, Object> json, String member) {
    return Micros.instant(((Number) json.getOrDefault(member, 0L)).longValue());
  }

  private static Map<String, Object> members(@Nullable Object value) {
    var members = new LinkedHashMap<String, Object>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, member) -> members.put(String.valueOf(name), member));
    }
    return members;
  }

  private static Map<String, String> labels(@Nullable Object value) {
    var labels = new LinkedHashMap<String, String>();
    members(value).forEach((name, label) -> labels.put(name, String.valueOf(label)));
    return labels;
  }
}
