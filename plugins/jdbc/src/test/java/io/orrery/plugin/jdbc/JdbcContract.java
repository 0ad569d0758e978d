package io.orrery.plugin.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.PollingTrigger;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.items.Items;
import io.orrery.testing.TestContext;
import io.orrery.testing.TestMemory;
import io.orrery.testing.TestPlugins;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What tasks and triggers of every database do.
abstract class JdbcContract {

  @TempDir Path folder;
  final TestPlugins plugins = new TestPlugins(new JdbcPlugins());
  TestContext context;

  /// As `sqlite`.
  abstract String name();

  /// Url, and who we are.
  abstract Map<String, Object> database();

  /// A statement that runs until it is cancelled.
  abstract String endless();

  @BeforeEach
  void tables() throws Exception {
    context = TestContext.in(folder, Map.of("PASSWORD", "s3cr3t-w0rd"));
    queries(
        "create table orders (id integer primary key, total numeric(10, 2), note text, seen"
            + " integer default 0); insert into orders (id, total, note) values (1, 10.50,"
            + " 'it''s; one'), (2, 20, null)");
  }

  Map<String, Object> properties(Object... more) {
    var properties = new LinkedHashMap<>(database());
    for (int i = 0; i < more.length; i += 2) {
      properties.put((String) more[i], more[i + 1]);
    }
    return properties;
  }

  Map<String, Object> query(String sql, Object... more) throws Exception {
    var properties = properties(more);
    properties.put("sql", sql);
    return plugins.run("io.kestra.plugin.jdbc." + name() + ".Query", properties, context);
  }

  List<Map<String, Object>> queries(String sql, Object... more) throws Exception {
    var properties = properties(more);
    properties.put("sql", sql);
    var outputs = plugins.run("io.kestra.plugin.jdbc." + name() + ".Queries", properties, context);
    var all = new ArrayList<Map<String, Object>>();
    for (var each : (List<?>) requireNonNull(outputs.get("outputs"))) {
      var one = new LinkedHashMap<String, Object>();
      ((Map<?, ?>) each).forEach((key, value) -> one.put((String) key, value));
      all.add(one);
    }
    return all;
  }

  private long count(String where) throws Exception {
    var row =
        (Map<?, ?>)
            query("select count(*) as n from orders where " + where, "fetchType", "FETCH_ONE")
                .get("row");
    return Long.parseLong(String.valueOf(requireNonNull(row).get("n")));
  }

  @SuppressWarnings("unchecked") // it is what triggers of this jar find
  PollingTrigger<QueryOutput> trigger(Object... more) {
    return (PollingTrigger<QueryOutput>)
        plugins.trigger(
            "io.kestra.plugin.jdbc." + name() + ".Trigger", properties(more), PollingTrigger.class);
  }

  @Test
  void rows_are_handed_on_as_they_are_asked_for() throws Exception {
    var sql = "select id, total, note from orders order by id";
    var rows = query(sql, "fetchType", "FETCH");
    assertThat(rows).containsEntry("size", 2L).containsEntry("row", null);
    assertThat((List<?>) rows.get("rows"))
        .first()
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
        .containsEntry("id", 1)
        .containsEntry("note", "it's; one");
    assertThat(query(sql, "fetchOne", true).get("row")).asString().contains("id=1");
    assertThat(query(sql))
        .containsEntry("size", 0L)
        .containsEntry("rows", null)
        .containsEntry("uri", null);
    assertThat(query("update orders set seen = 1")).containsEntry("updated", 2L);
  }

  @Test
  void stored_rows_make_a_file_with_one_item_each() throws Exception {
    var stored =
        query(
            "with recursive n(i) as (select 1 union all select i + 1 from n where i < 25000)"
                + " select i, 'text ' || i as t, null as missing from n",
            "fetchType",
            "STORE",
            "fetchSize",
            100);
    assertThat(stored).containsEntry("size", 25_000L);
    var items = new ArrayList<@Nullable Object>();
    Items.forEach(URI.create((String) stored.get("uri")), context, items::add);
    assertThat(items).hasSize(25_000);
    var last = new LinkedHashMap<String, @Nullable Object>();
    last.put("i", 25_000);
    last.put("t", "text 25000");
    last.put("missing", null);
    assertThat(items.getLast()).isEqualTo(last);
  }

  @Test
  void parameters_are_bound_by_name_and_are_no_sql() throws Exception {
    var parameters = new LinkedHashMap<String, @Nullable Object>();
    parameters.put("id", 3);
    parameters.put("note", "'); drop table orders; --");
    parameters.put("none", null);
    query("insert into orders (id, note) values (:id, :note)", "parameters", parameters);
    var row =
        query(
            "select note from orders where id = :id",
            "parameters",
            Map.of("id", 3),
            "fetchType",
            "FETCH_ONE");
    assertThat(row.get("row")).isEqualTo(Map.of("note", "'); drop table orders; --"));
    assertThatThrownBy(() -> query("select :other", "parameters", Map.of("id", 1)))
        .isInstanceOf(TaskFailure.class)
        .hasMessageContaining("':other'")
        .hasMessageContaining("id");
  }

  @Test
  void a_query_is_one_statement_and_queries_are_all_or_nothing() throws Exception {
    assertThatThrownBy(() -> query("select 1; select 2"))
        .isInstanceOf(TaskFailure.class)
        .hasMessageContaining("2 statements")
        .hasMessageContaining("use Queries");
    var outputs =
        queries(
            "insert into orders (id) values (3); select id from orders where id = 3; select 'a;b'"
                + " as x",
            "fetchType",
            "FETCH_ONE");
    assertThat(outputs)
        .extracting(output -> output.get("row"))
        .isEqualTo(List.of(Map.of("id", 3), Map.of("x", "a;b")));
    var wrong = "insert into orders (id) values (4); insert into nowhere values (1)";
    assertThatThrownBy(() -> queries(wrong))
        .isInstanceOf(TaskFailure.class)
        .hasMessageContaining("nowhere");
    assertThat(count("id = 4")).isZero();
    assertThatThrownBy(() -> queries(wrong, "transaction", false)).isInstanceOf(TaskFailure.class);
    assertThat(count("id = 4")).isOne();
  }

  @Test
  void what_comes_after_a_query_is_in_its_transaction() throws Exception {
    var after = "update orders set seen = 1";
    assertThat(
            query("select id from orders where seen = 0", "fetchType", "FETCH", "afterSQL", after))
        .containsEntry("size", 2L);
    assertThat(count("seen = 1")).isEqualTo(2);
    assertThatThrownBy(
            () -> query("insert into orders (id) values (9)", "afterSQL", "delete from nowhere"))
        .isInstanceOf(TaskFailure.class);
    assertThat(count("id = 9")).isZero();
  }

  @Test
  void a_kill_cancels_the_statement_that_runs() throws Exception {
    var task = new FutureTask<>(() -> query(endless(), "fetchType", "FETCH_ONE"));
    var thread = Thread.ofPlatform().start(task);
    while (Thread.getAllStackTraces().values().stream()
        .noneMatch(
            stack ->
                Arrays.stream(stack)
                    .anyMatch(
                        frame ->
                            frame.getClassName().endsWith("PreparedStatement")
                                && frame.getMethodName().equals("execute")))) {
      Thread.onSpinWait();
    }
    thread.interrupt();
    assertThatThrownBy(() -> task.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(count("1 = 1")).isEqualTo(2);
  }

  @Test
  void an_error_says_what_is_wrong_and_no_password() {
    for (var sql : List.of("select * from nowhere", "selekt 1")) {
      assertThatThrownBy(() -> query(sql))
          .isInstanceOf(TaskFailure.class)
          .satisfies(e -> assertThat(e.getMessage()).containsAnyOf("nowhere", "selekt"));
    }
    assertThatThrownBy(
            () -> query("select 1", "url", "jdbc:none://u:p4ssw0rd@host/?password=p4ssw0rd"))
        .isInstanceOf(TaskFailure.class)
        .hasMessageContaining("no driver")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("p4ssw0rd"));
    assertThatThrownBy(
            () -> query("select '{{ secret('PASSWORD') }}' from nowhere_{{ secret('PASSWORD') }}x"))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("s3cr3t-w0rd"));
  }

  @Test
  void a_trigger_fires_for_rows_and_not_without() throws Exception {
    var memory = new TestMemory();
    var trigger = trigger("sql", "select id from orders where id > 5", "fetchType", "FETCH");
    assertThat(trigger.evaluate(context, memory)).isEmpty();
    assertThat(memory.values()).isEmpty();
    var counting = trigger("sql", "select id from orders");
    assertThat(counting.evaluate(context, memory))
        .singleElement()
        .satisfies(found -> assertThat(found.output().size()).isEqualTo(2));
  }

  @Test
  void rows_are_taken_away_within_the_query_when_nothing_of_them_is_named() throws Exception {
    var memory = new TestMemory();
    var trigger =
        trigger(
            "sql", "select id from orders where seen = 0",
            "fetchType", "FETCH",
            "afterSQL", "update orders set seen = 1 where seen = 0");
    var found = trigger.evaluate(context, memory);
    assertThat(found)
        .singleElement()
        .satisfies(one -> assertThat(one.output().size()).isEqualTo(2));
    trigger.taken(context, found);
    assertThat(trigger.evaluate(context, memory)).isEmpty();
    queries("insert into orders (id) values (7)");
    assertThat(trigger.evaluate(context, memory).getFirst().output().rows())
        .isEqualTo(List.of(Map.of("id", 7)));
  }

  @Test
  void rows_that_are_named_are_taken_away_once_their_execution_is_kept() throws Exception {
    var memory = new TestMemory();
    var trigger =
        trigger(
            "sql", "select id from orders where seen = 0 order by id",
            "fetchType", "STORE",
            "afterSQL", "update orders set seen = 1 where seen = 0 and id <= {{ trigger.size }}");
    var first = trigger.evaluate(context, memory);
    assertThat(count("seen = 0")).isEqualTo(2);
    // A crash before they are taken away: they are found again, under the same name.
    var again = trigger.evaluate(context, memory);
    assertThat(again).extracting(Found::key).isEqualTo(List.of(first.getFirst().key()));
    // What comes in between is not taken away unseen.
    queries("insert into orders (id) values (7)");
    trigger.taken(context, again);
    assertThat(count("seen = 0")).isOne();
    var later = trigger.evaluate(context, memory);
    assertThat(later.getFirst().key()).isNotEqualTo(first.getFirst().key());
  }

  @Test
  void the_same_rows_that_come_back_later_are_news() throws Exception {
    var memory = new TestMemory();
    var trigger =
        trigger(
            "sql", "select id from orders where seen = 0 order by id",
            "fetchType", "FETCH_ONE",
            "afterSQL", "update orders set seen = 1 where id >= {{ trigger.row.id }}");
    var first = trigger.evaluate(context, memory);
    trigger.taken(context, first);
    assertThat(trigger.evaluate(context, memory)).isEmpty();
    queries("update orders set seen = 0");
    var second = trigger.evaluate(context, memory);
    assertThat(second.getFirst().output()).isEqualTo(first.getFirst().output());
    assertThat(second.getFirst().key()).isNotEqualTo(first.getFirst().key());
  }
}
