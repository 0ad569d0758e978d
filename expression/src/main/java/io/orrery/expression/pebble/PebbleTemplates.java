package io.orrery.expression.pebble;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.Template;
import io.orrery.expression.Templates;
import io.orrery.expression.code.Lowering;
import io.orrery.expression.code.Machine;
import io.orrery.expression.code.Unit;
import io.orrery.expression.library.Library;
import io.orrery.expression.parse.RawBlocks;
import io.orrery.expression.parse.TemplateParser;
import java.time.ZoneId;
import java.util.Locale;

/// Templates in Pebble's syntax with Kestra's rules.
///
/// Nothing is cached: whoever needs a template keeps it. Pebble's engine is not used at all, only
/// its lexer and parser.
public final class PebbleTemplates implements Templates {

  private final TemplateParser parser = new TemplateParser();
  private final Machine machine;
  private final boolean recursive;

  /// In the time zone and language of this process.
  public PebbleTemplates() {
    this(Settings.of(ZoneId.systemDefault(), Locale.getDefault()));
  }

  public PebbleTemplates(Settings settings) {
    recursive = settings.recursive();
    machine =
        new Machine(
            new Library(!settings.recursive()),
            settings.bounds(),
            settings.zone(),
            settings.locale(),
            settings.random(),
            settings.nanoClock(),
            this::nested);
  }

  /// The filters, functions and tests that templates may use.
  public Library library() {
    return machine.library();
  }

  @Override
  public Template compile(String source) {
    if (source.indexOf('{') < 0) {
      return new LiteralTemplate(source);
    }
    var prepared = recursive ? RawBlocks.kept(source) : RawBlocks.printed(source);
    var unit = lowered(source, prepared);
    return new CompiledTemplate(source, unit, machine, recursive);
  }

  private Unit nested(String text) {
    return lowered(text, RawBlocks.kept(text));
  }

  private Unit lowered(String source, String prepared) {
    try {
      return Lowering.lower(source, parser.parse(prepared), machine.library(), recursive);
    } catch (StackOverflowError e) { // brackets in brackets in brackets: the parser recurses
      throw new ExpressionException("the template is nested too deep", 0, e);
    }
  }
}
