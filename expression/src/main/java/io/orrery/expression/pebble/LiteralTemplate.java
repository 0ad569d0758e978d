package io.orrery.expression.pebble;

import io.orrery.expression.Reads;
import io.orrery.expression.Services;
import io.orrery.expression.Template;
import java.util.Map;

/// A text without expressions.
record LiteralTemplate(String source) implements Template {

  @Override
  public boolean literal() {
    return true;
  }

  @Override
  public Reads reads() {
    return Reads.NOTHING;
  }

  @Override
  public String render(Map<String, Object> variables, Services services) {
    return source;
  }

  @Override
  public Object evaluate(Map<String, Object> variables, Services services) {
    return source;
  }

  @Override
  public Object evaluateOne(Map<String, Object> variables, Services services) {
    return source;
  }
}
