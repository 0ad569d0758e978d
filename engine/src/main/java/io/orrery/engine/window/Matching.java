package io.orrery.engine.window;

import io.orrery.engine.condition.Asked;
import io.orrery.engine.condition.Judge;
import io.orrery.engine.condition.Texts;
import io.orrery.engine.condition.Watched;
import io.orrery.expression.ExpressionException;
import io.orrery.model.flow.Condition;
import io.orrery.model.flow.Gathering;
import io.orrery.model.flow.TriggerDef.FlowTrigger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// What a change of state means to a Flow trigger.
///
/// @param parts by the id of the gathering, those that the execution meets; those met by none left
///   out
public record Matching(Map<String, Set<String>> parts) {
  public Matching {
    parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
  }

  /// Whether the execution's own record is enough to decide.
  public static boolean plain(FlowTrigger trigger) {
    return trigger.conditions().stream().allMatch(Texts::plain)
        && trigger.gatherings().stream()
            .flatMap(gathering -> gathering.parts().values().stream())
            .flatMap(List::stream)
            .allMatch(Texts::plain);
  }

  /// Whether it can match, as far as the execution's own record tells: where this says no, nothing
  /// need be rendered.
  public static boolean possible(FlowTrigger trigger, Watched watched) {
    if (!trigger.states().contains(watched.state())) {
      return false;
    }
    var asked = Asked.about(watched);
    Predicate<Condition> mayHold =
        condition -> !Texts.plain(condition) || holds(condition, asked, _ -> {});
    return trigger.conditions().stream().allMatch(mayHold)
        && (trigger.gatherings().isEmpty()
            || trigger.gatherings().stream()
                .flatMap(gathering -> gathering.parts().values().stream())
                .anyMatch(part -> part.stream().allMatch(mayHold)));
  }

  /// Empty when it means nothing. A condition that cannot be judged does not hold.
  ///
  /// @param wrong told why one cannot
  public static Optional<Matching> of(FlowTrigger trigger, Asked asked, Consumer<String> wrong) {
    for (var condition : trigger.conditions()) {
      if (!holds(condition, asked, wrong)) {
        return Optional.empty();
      }
    }
    var parts = new LinkedHashMap<String, Set<String>>();
    for (var gathering : trigger.gatherings()) {
      var met = met(gathering, asked, wrong);
      if (!met.isEmpty()) {
        parts.put(gathering.id(), met);
      }
    }
    return parts.isEmpty() && !trigger.gatherings().isEmpty()
        ? Optional.empty()
        : Optional.of(new Matching(parts));
  }

  private static Set<String> met(Gathering gathering, Asked asked, Consumer<String> wrong) {
    var met = new LinkedHashSet<String>();
    gathering
        .parts()
        .forEach(
            (part, conditions) -> {
              if (conditions.stream().allMatch(condition -> holds(condition, asked, wrong))) {
                met.add(part);
              }
            });
    return met;
  }

  private static boolean holds(Condition condition, Asked asked, Consumer<String> wrong) {
    try {
      return Judge.holds(condition, asked);
    } catch (ExpressionException e) {
      wrong.accept(String.valueOf(e.getMessage()));
      return false;
    }
  }
}
