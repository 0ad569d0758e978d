package io.orrery.store.sql;

import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.engine.trigger.LedgerLine;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TriggerId;
import io.orrery.store.query.LedgerQueries;
import io.orrery.store.sql.codec.Json;
import io.orrery.store.sql.codec.Micros;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Reads of the ledger. Rows and ranges are read from their own tables, by their keys, and merged
/// here; the lanes of a trigger are found by leaps over the key, so that a long history of one lane
/// is never walked through.
public final class SqlLedgerQueries implements LedgerQueries {

  private static final Duration LATE = Duration.ofMinutes(1);

  private static final String FIRE =
      """
      namespace, flow_id, trigger_id, lane, slot, decision, cause, policy, late_by, coalesced, execution_id,
      decided_at\
      """;
  private static final String RANGE =
      """
      namespace, flow_id, trigger_id, lane, from_slot, to_slot, slots, decision, cause, policy, decided_at\
      """;

  private static final Comparator<LedgerLine> OLDEST =
      Comparator.comparing(LedgerLine::first).thenComparing(LedgerLine::lane);

  private final Database database;

  public SqlLedgerQueries(Database database) {
    this.database = database;
  }

  @Override
  public Piece lines(
      TriggerId trigger, Instant from, Instant to, Order order, Optional<Place> after, int limit) {
    return database.read(session -> lines(session, trigger, from, to, order, after, limit));
  }

  private static Piece lines(
      Session session,
      TriggerId trigger,
      Instant from,
      Instant to,
      Order order,
      Optional<Place> after,
      int limit)
      throws SQLException {
    var found = new ArrayList<LedgerLine>();
    var fires =
        of(trigger)
            .and("lane in " + session.dialect().eachText(), lanes(session, "fire", trigger))
            .and("slot >= ?", Micros.of(from))
            .and("slot <= ?", Micros.of(to));
    var skips =
        of(trigger)
            .and("lane in " + session.dialect().eachText(), lanes(session, "skip_range", trigger))
            .and("to_slot >= ?", Micros.of(from))
            .and("from_slot <= ?", Micros.of(to));
    after.ifPresent(
        place -> {
          behind(fires, "slot", order, place);
          behind(skips, "from_slot", order, place);
        });
    var direction = order == Order.OLDEST_FIRST ? "asc" : "desc";
    found.addAll(
        session.list(
            "select %s from fire%s order by slot %s, lane %s limit ?"
                .formatted(FIRE, fires.sql(), direction, direction),
            SqlLedgerQueries::fire,
            fires.parameters(limit + 1)));
    found.addAll(
        session.list(
            "select %s from skip_range%s order by from_slot %s, lane %s limit ?"
                .formatted(RANGE, skips.sql(), direction, direction),
            SqlLedgerQueries::range,
            skips.parameters(limit + 1)));
    found.sort(order == Order.OLDEST_FIRST ? OLDEST : OLDEST.reversed());
    if (found.size() <= limit) {
      return new Piece(found, Optional.empty());
    }
    var last = found.get(limit - 1);
    return new Piece(found.subList(0, limit), Optional.of(new Place(last.first(), last.lane())));
  }

  private static void behind(Where where, String column, Order order, Place place) {
    var than = order == Order.OLDEST_FIRST ? ">" : "<";
    where.and(
        "(%1$s %2$s ? or (%1$s = ? and lane %2$s ?))".formatted(column, than),
        Micros.of(place.slot()),
        Micros.of(place.slot()),
        place.lane());
  }

  /// As a JSON array.
  private static String lanes(Session session, String table, TriggerId trigger)
      throws SQLException {
    var lanes = new ArrayList<String>();
    var next = Optional.of("");
    while (next.isPresent()) {
      var where = of(trigger).and("lane > ?", next.get());
      next =
          session.first(
              "select lane from %s%s order by lane limit 1".formatted(table, where.sql()),
              Row::text,
              where.parameters());
      next.ifPresent(lanes::add);
    }
    return Json.text(lanes);
  }

  @Override
  public List<LedgerLine> covering(TriggerId trigger, Instant at) {
    return database.read(
        session -> {
          var found = new ArrayList<LedgerLine>();
          var fires =
              of(trigger)
                  .and("lane in " + session.dialect().eachText(), lanes(session, "fire", trigger))
                  .and("slot = ?", Micros.of(at));
          found.addAll(
              session.list(
                  "select %s from fire%s order by lane".formatted(FIRE, fires.sql()),
                  SqlLedgerQueries::fire,
                  fires.parameters()));
          var skips =
              of(trigger).and("from_slot <= ?", Micros.of(at)).and("to_slot >= ?", Micros.of(at));
          found.addAll(
              session.list(
                  "select %s from skip_range%s order by lane".formatted(RANGE, skips.sql()),
                  SqlLedgerQueries::range,
                  skips.parameters()));
          return found;
        });
  }

  @Override
  public Optional<LedgerLine> oldest(TriggerId trigger) {
    return database.read(
        session -> {
          var where = of(trigger).and("lane = ?", Fire.SCHEDULE_LANE);
          var fire =
              session.first(
                  "select %s from fire%s order by slot limit 1".formatted(FIRE, where.sql()),
                  SqlLedgerQueries::fire,
                  where.parameters());
          var range =
              session.first(
                  "select %s from skip_range%s order by from_slot limit 1"
                      .formatted(RANGE, where.sql()),
                  SqlLedgerQueries::range,
                  where.parameters());
          var both = new ArrayList<LedgerLine>();
          fire.ifPresent(both::add);
          range.ifPresent(both::add);
          return both.stream().min(OLDEST);
        });
  }

  @Override
  public List<LedgerLine> missed(
      Optional<String> namespace, Instant since, Set<Decision> decisions, int limit) {
    var names = new TreeSet<String>();
    decisions.forEach(decision -> names.add(decision.name()));
    // The first condition is that of the index.
    var fires = new Where().and("decision <> 'FIRED'").and("slot >= ?", Micros.of(since));
    var skips = new Where().and("to_slot >= ?", Micros.of(since));
    namespace.ifPresent(
        name -> {
          fires.andNamespace("namespace", name);
          skips.andNamespace("namespace", name);
        });
    return database.read(
        session -> {
          var either = "decision in " + session.dialect().eachText();
          fires.and(either, Json.text(names));
          skips.and(either, Json.text(names));
          var found = new ArrayList<LedgerLine>();
          found.addAll(
              session.list(
                  "select %s from fire%s order by slot desc limit ?".formatted(FIRE, fires.sql()),
                  SqlLedgerQueries::fire,
                  fires.parameters(limit)));
          found.addAll(
              session.list(
                  "select %s from skip_range%s order by to_slot desc limit ?"
                      .formatted(RANGE, skips.sql()),
                  SqlLedgerQueries::range,
                  skips.parameters(limit)));
          found.sort(
              Comparator.comparing(LedgerLine::last)
                  .reversed()
                  .thenComparing(line -> line.trigger().toString()));
          return List.copyOf(found.subList(0, Math.min(limit, found.size())));
        });
  }

  @Override
  public Map<Lane, Due> backlog(Instant now) {
    long late = Micros.of(now.minus(LATE));
    return database.read(
        session -> {
          var backlog = new EnumMap<Lane, Due>(Lane.class);
          backlog.put(Lane.ON_TIME, due(session, now, "holder is null and next_slot >= " + late));
          backlog.put(Lane.RECOVERY, due(session, now, "holder is null and next_slot < " + late));
          backlog.put(Lane.HELD, due(session, now, "holder is not null"));
          backlog.put(
              Lane.BACKFILL,
              session
                  .first(
                      "select count(*) from trigger_state t where backfill is not null and "
                          + TriggerRows.OF_LIVING_FLOWS,
                      row -> new Due(row.number(), Optional.empty()))
                  .orElse(Due.NONE));
          return backlog;
        });
  }

  private static Due due(Session session, Instant now, String which) throws SQLException {
    return session
        .first(
            "select count(*), min(next_slot) from trigger_state t where disabled = 0"
                + " and next_slot <= ? and %s and %s".formatted(which, TriggerRows.OF_LIVING_FLOWS),
            row -> new Due(row.number(), row.optionalInstant()),
            Micros.of(now))
        .orElse(Due.NONE);
  }

  @Override
  public List<Orphan> orphans(int limit) {
    return database.read(
        session -> {
          var orphans = new ArrayList<Orphan>();
          session.each(
              """
              select t.namespace, t.flow_id, t.trigger_id, t.holder from trigger_state t
              where t.holder is not null
                and not exists (select 1 from execution e where e.id = t.holder and e.finished = 0)
              limit ?
              """,
              row ->
                  orphans.add(new Orphan(TriggerRows.readName(row), new ExecutionId(row.text()))),
              limit);
          orphans.addAll(ofBackfills(session));
          return orphans.subList(0, Math.min(limit, orphans.size()));
        });
  }

  /// Few triggers have a backfill.
  private static List<Orphan> ofBackfills(Session session) throws SQLException {
    var held =
        session.list(
            "select %s from trigger_state t where t.backfill is not null"
                .formatted(TriggerRows.COLUMNS),
            TriggerRows::read);
    var orphans = new ArrayList<Orphan>();
    for (var state : held) {
      var holder = holder(state);
      if (holder.isPresent()
          && session
              .first(
                  "select 1 from execution where id = ? and finished = 0",
                  Row::integer,
                  holder.get().value())
              .isEmpty()) {
        orphans.add(new Orphan(state.id(), holder.get()));
      }
    }
    return orphans;
  }

  private static Optional<ExecutionId> holder(TriggerState state) {
    return state.backfill().flatMap(Backfill::holder);
  }

  @Override
  public Instant databaseTime() {
    return database.read(
        session -> session.first("select " + session.dialect().now(), Row::instant).orElseThrow());
  }

  private static LedgerLine fire(Row row) throws SQLException {
    return new Fire(
        TriggerRows.readName(row),
        row.text(),
        row.instant(),
        Decision.valueOf(row.text()),
        Cause.valueOf(row.text()),
        row.text(),
        row.number(),
        row.integer(),
        row.optionalText().map(ExecutionId::new),
        row.instant());
  }

  private static LedgerLine range(Row row) throws SQLException {
    return new SkipRange(
        TriggerRows.readName(row),
        row.text(),
        row.instant(),
        row.instant(),
        row.number(),
        Decision.valueOf(row.text()),
        Cause.valueOf(row.text()),
        row.text(),
        row.instant());
  }

  private static Where of(TriggerId trigger) {
    return new Where()
        .and("namespace = ?", trigger.flow().namespace())
        .and("flow_id = ?", trigger.flow().id())
        .and("trigger_id = ?", trigger.id());
  }
}
