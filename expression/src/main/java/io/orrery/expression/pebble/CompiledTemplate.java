package io.orrery.expression.pebble;

import io.orrery.expression.Reads;
import io.orrery.expression.Services;
import io.orrery.expression.Template;
import io.orrery.expression.code.Evaluation;
import io.orrery.expression.code.Machine;
import io.orrery.expression.code.Unit;
import io.orrery.expression.parse.RawBlocks;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A template with something in it to run.
final class CompiledTemplate implements Template {

  private final String source;
  private final Unit unit;
  private final Machine machine;
  private final boolean recursive;

  CompiledTemplate(String source, Unit unit, Machine machine, boolean recursive) {
    this.source = source;
    this.unit = unit;
    this.machine = machine;
    this.recursive = recursive;
  }

  @Override
  public String source() {
    return source;
  }

  @Override
  public boolean literal() {
    return false;
  }

  @Override
  public Reads reads() {
    return unit.reads();
  }

  @Override
  public String render(Map<String, Object> variables, Services services) {
    var evaluation = new Evaluation(machine, variables, services);
    var text = unit.render(evaluation);
    return RawBlocks.stripped(recursive ? evaluation.render(text, true) : text);
  }

  @Override
  public @Nullable Object evaluate(Map<String, Object> variables, Services services) {
    var evaluation = new Evaluation(machine, variables, services);
    return finished(unit.evaluate(evaluation), evaluation);
  }

  @Override
  public @Nullable Object evaluateOne(Map<String, Object> variables, Services services) {
    var evaluation = new Evaluation(machine, variables, services);
    return finished(unit.evaluateStrictly(evaluation), evaluation);
  }

  private @Nullable Object finished(@Nullable Object value, Evaluation evaluation) {
    return value instanceof String text
        ? RawBlocks.stripped(recursive ? evaluation.render(text, true) : text)
        : value;
  }

  @Override
  public String toString() {
    return source;
  }
}
