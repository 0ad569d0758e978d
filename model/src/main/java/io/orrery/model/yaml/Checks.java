package io.orrery.model.yaml;

import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.problem.Problem.Severity;
import java.util.List;
import java.util.Optional;

/// Questions that reading a flow asks of those who know cron and templates.
public interface Checks {

  /// What is wrong with, or worth saying about, a cron text; empty when fine.
  List<Remark> cron(String cron, CronDialect dialect, boolean withSeconds);

  /// What is wrong with a template's syntax; empty when fine.
  Optional<String> template(String text);

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
        public Optional<String> template(String text) {
          return Optional.empty();
        }
      };
}
