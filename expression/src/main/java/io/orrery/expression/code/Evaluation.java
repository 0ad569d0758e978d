package io.orrery.expression.code;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.Services;
import io.orrery.expression.bound.Budget;
import io.orrery.expression.library.Context;
import io.orrery.expression.library.Library;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// One rendering under way, or a rendering inside another: its variables, its services, its budget.
public final class Evaluation implements Context {

  private final Machine machine;
  private final Map<String, Object> variables;
  private final Services services;
  private final Budget budget;
  private final Secrets secrets;
  private Scope scope;

  public Evaluation(Machine machine, Map<String, Object> variables, Services services) {
    this(
        machine,
        variables,
        services,
        new Budget(machine.bounds(), machine.nanoClock()),
        new Secrets(),
        Scope.over(variables));
  }

  private Evaluation(
      Machine machine,
      Map<String, Object> variables,
      Services services,
      Budget budget,
      Secrets secrets,
      Scope scope) {
    this.machine = machine;
    this.variables = variables;
    this.services = services;
    this.budget = budget;
    this.secrets = secrets;
    this.scope = scope;
  }

  @Override
  public Services services() {
    return services;
  }

  @Override
  public Budget budget() {
    return budget;
  }

  @Override
  public ZoneId zone() {
    return machine.zone();
  }

  @Override
  public Locale locale() {
    return machine.locale();
  }

  @Override
  public RandomGenerator random() {
    return machine.random();
  }

  @Override
  public @Nullable Object variable(String name) {
    return variables.get(name);
  }

  @Override
  public Map<String, Object> variables() {
    return variables;
  }

  @Override
  public void secret(String value) {
    secrets.add(value);
  }

  @Override
  public String render(String text, boolean again) {
    budget.enter();
    try {
      int passesMax = machine.bounds().passesMax();
      var current = text;
      for (int pass = 0; pass < passesMax; pass++) {
        if (current.indexOf('{') < 0) {
          return current;
        }
        var next = renderOnce(current);
        if (!again || next.equals(current)) {
          return next;
        }
        current = next;
      }
      throw new ExpressionException(
          "render() still found something to render after " + passesMax + " passes", 0);
    } finally {
      budget.leave();
    }
  }

  private String renderOnce(String text) {
    budget.work(text.length());
    var inner = new Evaluation(machine, variables, services, budget, secrets, scope.open());
    return machine.nested().compile(text).render(inner);
  }

  Library library() {
    return machine.library();
  }

  Secrets secrets() {
    return secrets;
  }

  Scope scope() {
    return scope;
  }

  /// Runs a part in another scope, then comes back to this one.
  void within(Scope inner, Runnable part) {
    var before = scope;
    scope = inner;
    try {
      part.run();
    } finally {
      scope = before;
    }
  }
}
