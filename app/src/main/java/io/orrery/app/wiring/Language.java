package io.orrery.app.wiring;

import io.orrery.engine.trigger.CronCheck;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Templates;
import io.orrery.expression.pebble.PebbleTemplates;
import io.orrery.expression.pebble.Settings;
import io.orrery.expression.value.Holidays;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.language.Catalogue;
import io.orrery.model.language.LanguageTypes;
import io.orrery.model.problem.Parsed;
import io.orrery.model.yaml.Checks;
import io.orrery.model.yaml.FlowReader;
import io.orrery.model.yaml.OuterDefaults;
import io.orrery.model.yaml.Strictness;
import io.orrery.server.port.Descriptions;
import io.orrery.worker.plugin.Plugins;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What flows are written in: plugins, templates, and the reader that knows both.
public record Language(Plugins plugins, PebbleTemplates templates, FlowReader reader)
    implements Descriptions, AutoCloseable {

  /// @param zone of dates in templates
  public static Language load(ZoneId zone) {
    return load(zone, OuterDefaults.NONE);
  }

  /// @param zone of dates in templates
  /// @param defaults of plugins, from outside of flows
  public static Language load(ZoneId zone, OuterDefaults defaults) {
    try {
      var plugins = Plugins.load(List.of());
      var templates = new PebbleTemplates(Settings.of(zone, Locale.getDefault()));
      return new Language(
          plugins, templates, new FlowReader(plugins.catalog(), checks(templates), defaults));
    } catch (IOException e) {
      throw new UncheckedIOException("the plugins cannot be loaded", e);
    }
  }

  /// As a flow is read before it is saved.
  public Parsed<Flow> strict(String source) {
    return reader.read(source, Strictness.STRICT);
  }

  /// As a stored flow is read again.
  public Parsed<Flow> lenient(String source) {
    return reader.read(source, Strictness.LENIENT);
  }

  @Override
  public Catalogue catalogue() {
    return Catalogue.of(LanguageTypes.load(), plugins.catalog());
  }

  @Override
  public List<Function> functions() {
    return templates.library().functions().stream()
        .map(
            function ->
                new Function(
                    function.name(),
                    function.parameters() == null ? List.of() : function.parameters()))
        .sorted(Comparator.comparing(Function::name))
        .toList();
  }

  @Override
  public List<String> filters() {
    return templates.library().filterNames();
  }

  private static Checks checks(Templates templates) {
    return new Checks() {
      @Override
      public List<Remark> cron(String cron, CronDialect dialect, boolean withSeconds) {
        return CronCheck.check(cron, dialect, withSeconds).stream()
            .map(remark -> new Remark(remark.severity(), remark.what(), remark.mend()))
            .toList();
      }

      @Override
      public Template template(String text) {
        try {
          var reads = templates.compile(text).reads();
          return new Template(Optional.empty(), reads.outputs(), reads.inputs());
        } catch (ExpressionException e) {
          return Template.wrong(String.valueOf(e.getMessage()));
        }
      }

      @Override
      public Set<String> holidayCountries() {
        return Holidays.countries();
      }
    };
  }

  @Override
  public void close() throws IOException {
    plugins.close();
  }
}
