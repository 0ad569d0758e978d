package io.orrery.store.sql;

import io.orrery.model.id.FlowId;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.query.FlowQueries;
import io.orrery.store.query.Page;
import io.orrery.store.query.PageRequest;
import io.orrery.store.vnode.SavedFlow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Reads of saved flows, for the engine's owner and for lists.
public final class SqlFlowStore implements FlowStore, FlowQueries {

  private static final Map<String, String> SORT_FIELDS = sortFields();
  private static final String SELECT = "select " + FlowRows.COLUMNS + " from flow f";

  private final Database database;

  public SqlFlowStore(Database database) {
    this.database = database;
  }

  private static Map<String, String> sortFields() {
    var fields = new LinkedHashMap<String, String>();
    fields.put("id", "f.flow_id");
    fields.put("namespace", "f.namespace");
    return fields;
  }

  @Override
  public List<SavedFlow> allLatest() {
    return database.read(
        session ->
            session.list(
                SELECT + " where f.latest = 1 and f.deleted = 0 order by f.namespace, f.flow_id",
                FlowRows::read));
  }

  @Override
  public Optional<SavedFlow> latest(FlowId id) {
    return database.read(
        session ->
            session.first(
                SELECT + " where f.namespace = ? and f.flow_id = ? and f.latest = 1",
                FlowRows::read,
                id.namespace(),
                id.id()));
  }

  @Override
  public Optional<SavedFlow> revision(FlowId id, int revision) {
    return database.read(
        session ->
            session.first(
                SELECT + " where f.namespace = ? and f.flow_id = ? and f.revision = ?",
                FlowRows::read,
                id.namespace(),
                id.id(),
                revision));
  }

  @Override
  public List<SavedFlow> revisions(FlowId id) {
    return database.read(
        session ->
            session.list(
                SELECT + " where f.namespace = ? and f.flow_id = ? order by f.revision",
                FlowRows::read,
                id.namespace(),
                id.id()));
  }

  @Override
  public List<Integer> forget(FlowId id, Set<Integer> revisions) {
    return database.write(
        session -> {
          var kept = new TreeSet<Integer>();
          for (var revision : revisions) {
            session.update(
                """
                delete from flow
                where namespace = ? and flow_id = ? and revision = ? and latest = 0
                  and not exists (
                    select 1 from execution e
                    where e.namespace = flow.namespace and e.flow_id = flow.flow_id
                      and e.revision = flow.revision and e.finished = 0)
                """,
                id.namespace(),
                id.id(),
                revision);
            session
                .first(
                    "select revision from flow where namespace = ? and flow_id = ? and revision ="
                        + " ?",
                    Row::integer,
                    id.namespace(),
                    id.id(),
                    revision)
                .ifPresent(kept::add);
          }
          return List.copyOf(kept);
        });
  }

  @Override
  public Page<SavedFlow> search(
      Optional<String> text, Optional<String> namespace, PageRequest page) {
    var order =
        Where.orderBy(
            page.sort(), SORT_FIELDS, "f.namespace, f.flow_id", "f.namespace", "f.flow_id");
    var where = new Where().and("f.latest = 1").and("f.deleted = 0");
    text.ifPresent(part -> where.andContains(part, "f.namespace", "f.flow_id"));
    namespace.ifPresent(name -> where.andNamespace("f.namespace", name));
    return database.read(
        session -> {
          long total =
              session
                  .first(
                      "select count(*) from flow f" + where.sql(), Row::number, where.parameters())
                  .orElse(0L);
          var results =
              session.list(
                  SELECT + where.sql() + order + " limit ? offset ?",
                  FlowRows::read,
                  where.parameters(page.size(), page.offset()));
          return new Page<>(results, total);
        });
  }

  @Override
  public List<String> namespaces() {
    return database.read(
        session ->
            session.list(
                """
                select distinct namespace from flow where latest = 1 and deleted = 0 order by namespace
                """,
                Row::text));
  }
}
