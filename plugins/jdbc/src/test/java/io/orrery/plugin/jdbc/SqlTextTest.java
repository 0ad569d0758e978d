package io.orrery.plugin.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqlTextTest {

  @Test
  void statements_end_at_semicolons_outside_of_quotes_and_comments() {
    assertThat(
            SqlText.statements(
                """
                insert into t values ('a;b', "c;d", 'it''s; fine'); -- not; here
                /* nor; here */ select 1;
                select $$ body; $$, $f$ a $$ ; b $f$, E'\\'; still';;
                -- only a comment
                ;select 2 -- end\
                """))
        .containsExactly(
            "insert into t values ('a;b', \"c;d\", 'it''s; fine')",
            "-- not; here\n/* nor; here */ select 1",
            "select $$ body; $$, $f$ a $$ ; b $f$, E'\\'; still'",
            "select 2 -- end");
  }

  @Test
  void the_body_of_a_trigger_is_one_statement_and_a_transaction_is_none() {
    assertThat(
            SqlText.statements(
                """
                create trigger t after insert on a begin
                  update b set n = case when n > 1 then 1 else 2 end;
                  delete from c;
                end;
                begin; insert into a values (1); end;\
                """))
        .hasSize(4)
        .first()
        .asString()
        .endsWith("delete from c;\nend");
  }

  @Test
  void names_after_a_colon_are_parameters_and_casts_are_none() {
    var named =
        SqlText.named("select :a::int, ':b', \":c\", x[1:2], :a -- :d\n from t where n = :e_1");
    assertThat(named.sql())
        .isEqualTo("select ?::int, ':b', \":c\", x[1:2], ? -- :d\n from t where n = ?");
    assertThat(named.names()).containsExactly("a", "a", "e_1");
  }
}
