package io.orrery.model.yaml;

import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.problem.Problem.Severity;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Questions that reading a flow asks of those who know cron and templates.
public interface Checks {

  /// What is wrong with, or worth saying about, a cron text; empty when fine.
  List<Remark> cron(String cron, CronDialect dialect, boolean withSeconds);

  /// What is wrong with a template, and what it reads.
  Template template(String text);

  /// The countries whose public holidays are known: ISO 3166 codes, in any case.
  Set<String> holidayCountries();

  /// @param wrong why it can never be rendered: its syntax, a function or a filter that is not
  ///   there
  /// @param outputs tasks whose outputs it reads by name
  /// @param inputs inputs that it reads by name; of a dotted id the first part
  record Template(Optional<String> wrong, Set<String> outputs, Set<String> inputs) {

    public static final Template FINE = new Template(Optional.empty(), Set.of(), Set.of());

    public Template {
      outputs = Collections.unmodifiableSet(new TreeSet<>(outputs));
      inputs = Collections.unmodifiableSet(new TreeSet<>(inputs));
    }

    public static Template wrong(String why) {
      return new Template(Optional.of(why), Set.of(), Set.of());
    }
  }

  /// @param mend how to mend it; may be empty
  record Remark(Severity severity, String what, String mend) {}

  /// Accepts everything.
  Checks NONE =
      new Checks() {
        @Override
        public List<Remark> cron(String cron, CronDialect dialect, boolean withSeconds) {
          return List.of();
        }

        @Override
        public Template template(String text) {
          return Template.FINE;
        }

        @Override
        public Set<String> holidayCountries() {
          return Set.of();
        }
      };
}
