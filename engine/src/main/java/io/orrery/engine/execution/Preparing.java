package io.orrery.engine.execution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orrery.engine.plan.Node;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Services;
import io.orrery.expression.Truth;
import io.orrery.model.flow.Task;
import io.orrery.model.state.State;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What the templates of a task say before it begins. Pure but for the services that it is given;
/// called away from the vnode's thread, except for tasks that have no template to render.
public final class Preparing {
  private Preparing() {}

  private static final ObjectMapper JSON = new ObjectMapper();

  /// For a node without templates.
  static Preparation literal(Node node) {
    return of(node, Map.of(), Services.at(Instant.EPOCH));
  }

  /// Everything but a Subflow, which needs to know other flows.
  public static Preparation of(Node node, Map<String, Object> variables, Services services) {
    try {
      if (skipped(node, variables, services)) {
        return new Preparation.Skip();
      }
      return prepare(node, variables, services);
    } catch (ExpressionException e) {
      return new Preparation.Unable(message(e));
    }
  }

  /// Whether `runIf` renders to something false.
  ///
  /// @throws ExpressionException when it does not render
  public static boolean skipped(Node node, Map<String, Object> variables, Services services) {
    return node.runIf().isPresent() && !Truth.of(node.runIf().get().evaluate(variables, services));
  }

  private static Preparation prepare(Node node, Map<String, Object> variables, Services services) {
    return switch (node.task()) {
      case Task.PluginTask _,
          Task.WorkingDirectory _,
          Task.Sequential _,
          Task.AllowFailure _,
          Task.Parallel _,
          Task.Dag _,
          Task.LoopUntil _,
          Task.ForEachItem _ ->
          new Preparation.Go();
      case Task.Part part when part.kind() == Task.Part.Kind.ITERATION -> new Preparation.Go();
      case Task.Subflow _, Task.Loop _, Task.Part _ ->
          throw new IllegalArgumentException(
              node.id() + " is prepared where other flows and files are known");
      case Task.If _ -> {
        boolean condition = Truth.of(node.subject().evaluate(variables, services));
        yield Preparation.choosing(condition ? 0 : 1, "evaluationResult", condition);
      }
      case Task.Switch task -> choose(task, node.subject().evaluate(variables, services));
      case Task.ForEach _ -> values(node.subject().evaluate(variables, services));
      case Task.Pause _ -> {
        var parts = parts(node, variables, services);
        yield new Preparation.Wait(
            Optional.ofNullable(parts.get("delay")).map(it -> duration("pauseDuration", it)),
            Optional.ofNullable(parts.get("timeout")).map(it -> duration("timeout", it)),
            Map.of());
      }
      case Task.SetVariables _ ->
          ExecutionVariables.setting(parts(node, variables, services), variables);
      case Task.UnsetVariables _ ->
          ExecutionVariables.unsetting(parts(node, variables, services), variables);
      case Task.Exit _ -> leave(text(node.subject().evaluate(variables, services)));
      case Task.SetLabels _ -> newLabels(node.subject().evaluate(variables, services));
    };
  }

  private static Map<?, ?> parts(Node node, Map<String, Object> variables, Services services) {
    return node.subject().evaluate(variables, services) instanceof Map<?, ?> map ? map : Map.of();
  }

  private static Preparation leave(String name) {
    return switch (name.strip().toUpperCase(Locale.ROOT)) {
      case "SUCCESS" -> new Preparation.Leave(State.SUCCESS);
      case "WARNING" -> new Preparation.Leave(State.WARNING);
      case "FAILED" -> new Preparation.Leave(State.FAILED);
      case "KILLED" -> new Preparation.Leave(State.KILLED);
      case "CANCELLED", "CANCELED" -> new Preparation.Leave(State.CANCELLED);
      default ->
          new Preparation.Unable(
              "state must be SUCCESS, WARNING, FAILED, KILLED or CANCELLED, not '" + name + "'");
    };
  }

  private static Preparation choose(Task.Switch task, @Nullable Object value) {
    var text = text(value);
    int list = List.copyOf(task.cases().keySet()).indexOf(text);
    boolean byDefault = list < 0;
    if (byDefault && task.defaults().isEmpty()) {
      return new Preparation.Unable(
          "Switch '" + task.id() + "' has no case for '" + text + "' and no defaults");
    }
    var outputs = new LinkedHashMap<String, Object>();
    outputs.put("value", text);
    outputs.put("defaults", byDefault);
    return new Preparation.Chosen(byDefault ? task.cases().size() : list, outputs);
  }

  /// A list, or text that is a JSON list. Null values are refused, doubles are gone through once
  /// (inventory §2.1).
  private static Preparation values(@Nullable Object given) {
    var list =
        given instanceof Collection<?> items
            ? new ArrayList<@Nullable Object>(items)
            : parsed(given);
    var nulls = list.stream().filter(it -> it == null).count();
    if (nulls > 0) {
      return new Preparation.Unable(
          "Found '" + nulls + "' null values on Each, with values=" + list);
    }
    var values = new LinkedHashSet<String>();
    for (var item : list) {
      values.add(text(item));
    }
    return new Preparation.Values(new ArrayList<>(values));
  }

  /// What a Loop goes through: a list, a map, or JSON text of either. A null is refused.
  ///
  /// @throws ExpressionException when it is neither
  public static Preparation items(@Nullable Object given) {
    Object tree = given instanceof String text ? json(text) : given;
    var texts = new ArrayList<String>();
    if (tree instanceof Map<?, ?> map) {
      map.keySet().forEach(key -> texts.add(String.valueOf(key)));
      for (var entry : map.entrySet()) {
        if (entry.getValue() == null) {
          throw new ExpressionException(
              "the values of a loop must not be null; that of '" + entry.getKey() + "' is", 0);
        }
        texts.add(text(entry.getValue()));
      }
      return new Preparation.Items(texts, true, OptionalLong.empty());
    }
    if (!(tree instanceof Collection<?> list)) {
      throw new ExpressionException(
          "the values of a loop must be a list, a map, JSON text of one, or the address of a stored"
              + " file, not '"
              + text(given)
              + "'",
          0);
    }
    for (var item : list) {
      if (item == null) {
        throw new ExpressionException("the values of a loop must not be null: " + list, 0);
      }
      texts.add(text(item));
    }
    return new Preparation.Items(texts, false, OptionalLong.empty());
  }

  private static @Nullable Object json(String text) {
    try {
      return JSON.readValue(text, Object.class);
    } catch (JsonProcessingException e) {
      return text;
    }
  }

  private static List<@Nullable Object> parsed(@Nullable Object given) {
    if (given instanceof Map<?, ?> map) {
      var entries = new ArrayList<@Nullable Object>();
      map.forEach(
          (key, value) -> {
            var entry = new LinkedHashMap<String, @Nullable Object>();
            entry.put("key", String.valueOf(key));
            entry.put("value", value);
            entries.add(entry);
          });
      return entries;
    }
    try {
      return JSON.readValue(text(given), new TypeReference<List<@Nullable Object>>() {});
    } catch (JsonProcessingException e) {
      throw new ExpressionException(
          "the values of a loop must be a list or the text of a JSON list, not '"
              + text(given)
              + "'",
          0,
          e);
    }
  }

  /// As it reads in a template: text as it is, maps and lists as JSON.
  public static String text(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    if (value instanceof Map || value instanceof Collection) {
      try {
        return JSON.writeValueAsString(value);
      } catch (JsonProcessingException e) {
        throw new ExpressionException("a value cannot be written as JSON: " + e.getMessage(), 0, e);
      }
    }
    return value.toString();
  }

  /// Labels as a map, a list of `{key, value}`, or the JSON text of either.
  ///
  /// @throws ExpressionException when it is none of them
  public static Map<String, String> labels(@Nullable Object given) {
    var labels = new LinkedHashMap<String, String>();
    switch (given) {
      case null -> {}
      case Map<?, ?> map -> map.forEach((key, value) -> labels.put(text(key), text(value)));
      case Collection<?> list -> {
        for (var item : list) {
          if (!(item instanceof Map<?, ?> entry) || entry.get("key") == null) {
            throw new ExpressionException("a label needs a key and a value, not " + item, 0);
          }
          labels.put(text(entry.get("key")), text(entry.get("value")));
        }
      }
      default -> {
        try {
          return labels(JSON.readValue(text(given), Object.class));
        } catch (JsonProcessingException e) {
          throw new ExpressionException(
              "labels must be a map, a list of key and value, or JSON text of one", 0, e);
        }
      }
    }
    return labels;
  }

  private static Preparation newLabels(@Nullable Object given) {
    var labels = labels(given);
    for (var key : labels.keySet()) {
      if (key.startsWith("system.")) {
        return new Preparation.Unable("System labels can only be set by the system: '" + key + "'");
      }
    }
    return new Preparation.NewLabels(labels);
  }

  static Duration duration(String what, Object value) {
    if (value instanceof Duration duration) {
      return duration;
    }
    try {
      return Duration.parse(text(value));
    } catch (DateTimeException e) {
      throw new ExpressionException(
          what + " must be an ISO-8601 duration such as PT30S, not '" + text(value) + "'", 0, e);
    }
  }

  static String message(ExpressionException e) {
    return e.getMessage() == null ? "the expression failed" : e.getMessage();
  }
}
