package io.orrery.store.sql;

import io.orrery.store.lease.Lease;
import io.orrery.store.lease.LeaseStore;
import io.orrery.store.sql.codec.Json;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;

/// Leases as rows of `vnode`, judged by the database's clock. A vnode's row keeps its last epoch
/// also while nobody owns it.
public final class SqlLeaseStore implements LeaseStore {

  private final Database database;

  public SqlLeaseStore(Database database) {
    this.database = database;
  }

  @Override
  public int vnodes() {
    return database.vnodes();
  }

  @Override
  public Optional<Lease> claim(String node, Duration ttl) {
    return database.write(
        session -> {
          var now = session.dialect().now();
          long epoch = nextEpoch(session);
          int claimed =
              session.update(
                  """
                  update vnode set owner = ?, epoch = ?, turn = 0, lease_until = %s + ?
                  where owner is null or owner = ? or lease_until <= %s
                  """
                      .formatted(now, now),
                  node,
                  epoch,
                  micros(ttl),
                  node);
          heartbeat(session, node, ttl);
          if (claimed == 0) {
            return Optional.empty();
          }
          var vnodes =
              session.list(
                  "select id from vnode where owner = ? and epoch = ?", Row::integer, node, epoch);
          return Optional.of(new Lease(node, epoch, new LinkedHashSet<>(vnodes)));
        });
  }

  /// The row is locked until the transaction ends, so claims follow one another.
  private static long nextEpoch(Session session) throws SQLException {
    session.update(
        """
        update setting set value = cast(cast(value as bigint) + 1 as varchar(20)) where key = 'epoch'
        """);
    return session
        .first("select cast(value as bigint) from setting where key = 'epoch'", Row::number)
        .orElseThrow(() -> new IllegalStateException("setting 'epoch' is missing"));
  }

  private static void heartbeat(Session session, String node, Duration ttl) throws SQLException {
    session.update(
        """
        insert into node (id, lease_until) values (?, %s + ?)
        on conflict (id) do update set lease_until = excluded.lease_until
        """
            .formatted(session.dialect().now()),
        node,
        micros(ttl));
  }

  @Override
  public boolean renew(Lease lease, Duration ttl) {
    return database.write(
        session -> {
          int held =
              session.update(
                  "update vnode set lease_until = %s + ? where owner = ? and epoch = ? and id in %s"
                      .formatted(session.dialect().now(), session.dialect().eachInteger()),
                  micros(ttl),
                  lease.node(),
                  lease.epoch(),
                  Json.text(lease.vnodes()));
          heartbeat(session, lease.node(), ttl);
          return held == lease.vnodes().size();
        });
  }

  @Override
  public void release(Lease lease) {
    database.write(
        session ->
            session.update(
                "update vnode set owner = null, lease_until = 0 where owner = ? and epoch = ? and id in "
                    + session.dialect().eachInteger(),
                lease.node(),
                lease.epoch(),
                Json.text(lease.vnodes())));
  }

  private static long micros(Duration duration) {
    return Math.addExact(
        Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1000);
  }
}
