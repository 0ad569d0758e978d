package io.orrery.store.sql;

import static io.orrery.store.contract.Samples.T0;

import io.orrery.model.state.LogLevel;
import io.orrery.store.contract.Databases;
import io.orrery.store.contract.Samples;
import io.orrery.store.vnode.Changes;
import java.nio.file.Path;
import java.time.Duration;

/// A process that commits without end and says after each commit which one it was, until it is
/// killed.
final class CrashVictim {

  private CrashVictim() {}

  public static void main(String[] args) {
    try (var database = Database.open(Databases.sqlite(Path.of(args[0])))) {
      var store = new SqlVnodeStore(database);
      var lease = new SqlLeaseStore(database).claim("victim", Duration.ofMinutes(5)).orElseThrow();
      for (int n = 0; ; n++) {
        var changes = new Changes();
        for (int part = 0; part < 3; part++) {
          int number = 3 * n + part;
          changes.insert(Samples.created(number));
          changes.insert(Samples.run(Samples.id(number), 0, "say", T0));
          changes.add(
              Samples.chunk(
                  Samples.id(number), 0, Samples.line(T0, LogLevel.INFO, "line " + number)));
        }
        store.commit(lease, lease.vnodes(), changes);
        System.out.println(n);
        System.out.flush();
      }
    }
  }
}
