package io.orrery.store.sql.codec;

import io.orrery.engine.trigger.Backfill;
import io.orrery.model.id.ExecutionId;
import java.time.Instant;
import java.util.LinkedHashMap;
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
    backfill.holder().ifPresent(holder -> json.put("holder", holder.value()));
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
        Optional.ofNullable(json.get("holder")).map(String::valueOf).map(ExecutionId::new));
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
