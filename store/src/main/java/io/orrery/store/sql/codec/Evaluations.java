package io.orrery.store.sql.codec;

import io.orrery.engine.trigger.Evaluation;
import io.orrery.model.id.ExecutionId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a trigger that runs on a worker remembers, as text, with times in microseconds. What is
/// empty is left out.
public final class Evaluations {

  private Evaluations() {}

  public static String text(Evaluation evaluation) {
    var json = new LinkedHashMap<String, Object>();
    json.put("kind", evaluation.kind().name());
    json.put("epoch", evaluation.epoch());
    evaluation
        .dispatched()
        .ifPresent(
            it -> {
              json.put("worker", it.worker());
              json.put("dispatchedAt", Micros.of(it.at()));
            });
    json.put("settled", evaluation.settled());
    json.put("failures", evaluation.failures());
    evaluation.lastError().ifPresent(why -> json.put("lastError", why));
    evaluation.disconnectedSince().ifPresent(at -> json.put("disconnectedSince", Micros.of(at)));
    json.put("refused", evaluation.refused());
    if (!evaluation.waitsFor().isEmpty()) {
      json.put("waitsFor", evaluation.waitsFor().stream().map(ExecutionId::value).toList());
    }
    if (!evaluation.memory().isEmpty()) {
      json.put("memory", evaluation.memory());
    }
    return Json.text(json);
  }

  public static Evaluation read(String text) {
    var json = Json.map(text);
    return new Evaluation(
        Evaluation.Kind.valueOf(String.valueOf(json.get("kind"))),
        number(json, "epoch"),
        instant(json, "dispatchedAt")
            .map(at -> new Evaluation.Dispatched(String.valueOf(json.get("worker")), at)),
        number(json, "settled"),
        (int) number(json, "failures"),
        Optional.ofNullable(json.get("lastError")).map(String::valueOf),
        instant(json, "disconnectedSince"),
        number(json, "refused"),
        ids(json.get("waitsFor")),
        members(json.get("memory")));
  }

  private static long number(Map<String, Object> json, String member) {
    return json.get(member) instanceof Number number ? number.longValue() : 0;
  }

  private static Optional<Instant> instant(Map<String, Object> json, String member) {
    return json.get(member) instanceof Number micros
        ? Optional.of(Micros.instant(micros.longValue()))
        : Optional.empty();
  }

  private static List<ExecutionId> ids(@Nullable Object value) {
    return value instanceof List<?> list
        ? list.stream().map(id -> new ExecutionId(String.valueOf(id))).toList()
        : List.of();
  }

  private static Map<String, Object> members(@Nullable Object value) {
    var members = new LinkedHashMap<String, Object>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, member) -> members.put(String.valueOf(name), member));
    }
    return members;
  }
}
