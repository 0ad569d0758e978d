package io.orrery.model.yaml;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.TypeCatalog;
import io.orrery.model.flow.BusinessCalendar;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.problem.Parsed;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Reads `calendars/NAME.yaml` of a namespace: `exclude` and `include`, as `calendar` of a schedule
/// has them.
public final class CalendarFiles {
  private CalendarFiles() {}

  private static final TypeCatalog NO_TYPES =
      new TypeCatalog() {
        @Override
        public Optional<PluginType> find(String name) {
          return Optional.empty();
        }

        @Override
        public Collection<PluginType> all() {
          return List.of();
        }
      };

  /// @param countries whose public holidays are known
  public static Parsed<BusinessCalendar> read(String source, Set<String> countries) {
    return new FlowReader(NO_TYPES, new Countries(new TreeSet<>(countries))).readCalendar(source);
  }

  /// Knows countries, and asks nothing of crons and templates: a calendar has none.
  private record Countries(Set<String> holidayCountries) implements Checks {
    @Override
    public List<Remark> cron(String cron, CronDialect dialect, boolean withSeconds) {
      return List.of();
    }

    @Override
    public Template template(String text) {
      return Template.FINE;
    }
  }
}
