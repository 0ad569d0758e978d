package io.orrery.bench.crash;

import io.orrery.bench.subject.Observer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// Whether the schedule that is due each second has neither lost nor doubled a slot, however long
/// nobody was there to fire it.
final class Ledger {

  private static final long SECOND_MICROS = 1_000_000;

  private final Observer observer;

  Ledger(Observer observer) {
    this.observer = observer;
  }

  long slots() {
    return observer.number("select count(*) from fire where flow_id = ?", CrashFlows.TICK);
  }

  /// The newest slot that was decided; the epoch when there is none.
  Instant last() {
    long micros = observer.number("select max(slot) from fire where flow_id = ?", CrashFlows.TICK);
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  /// @return a sentence for each thing that is wrong
  List<String> judge() {
    var evidence = new ArrayList<String>();
    contiguous(evidence);
    none(
        evidence,
        "slots were skipped in ranges",
        "select from_slot, to_slot, decision, cause from skip_range where flow_id = ?");
    none(
        evidence,
        "slots fired, but their execution is not there",
        """
        select f.slot, f.execution_id from fire f left join execution e on e.id = f.execution_id
        where f.flow_id = ? and e.id is null
        """);
    none(
        evidence,
        "executions are in no slot",
        """
        select e.id from execution e left join fire f on f.execution_id = e.id
        where e.flow_id = ? and f.slot is null
        """);
    none(
        evidence,
        "executions are in several slots",
        """
        select execution_id, count(*) from fire where flow_id = ?
        group by execution_id having count(*) > 1
        """);
    none(
        evidence,
        "executions of the schedule did not succeed",
        "select id, state from execution where flow_id = ? and state > 50");
    return evidence;
  }

  private void contiguous(List<String> evidence) {
    long before = 0;
    for (var line :
        observer.rows(
            "select slot, decision, lane from fire where flow_id = ? order by slot",
            CrashFlows.TICK)) {
      long slot = line.number(0);
      if (before != 0 && slot != before + SECOND_MICROS) {
        evidence.add("between slots %d and %d the ledger has a gap".formatted(before, slot));
      }
      if (!line.text(1).equals("FIRED") || !line.text(2).equals("schedule")) {
        evidence.add("slot %d: %s in lane %s".formatted(slot, line.text(1), line.text(2)));
      }
      before = slot;
    }
  }

  private void none(List<String> evidence, String what, String sql) {
    var lines = observer.rows(sql, CrashFlows.TICK);
    if (!lines.isEmpty()) {
      evidence.add(lines.size() + " " + what + ", the first: " + lines.getFirst().cells());
    }
  }
}
