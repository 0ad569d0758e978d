package io.orrery.store.contract;

import static io.orrery.store.contract.Samples.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.store.query.KeyValues.Entry;
import io.orrery.store.query.KeyValues.Overwrite;
import io.orrery.store.query.KeyValues.Write;
import io.orrery.store.query.PageRequest;
import io.orrery.store.query.PageRequest.Sort;
import io.orrery.store.sql.SqlKeyValues;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What the key-value stores of namespaces promise.
abstract class KeyValuesContract extends StoreContract {

  @Test
  void a_value_is_put_replaced_and_deleted() {
    var kv = new SqlKeyValues(database);
    kv.put("acme", "k", Write.of("{\"a\":1}", Optional.empty()), T0);
    kv.put("acme", "k", Write.of("\"ü\"", Optional.of(T0.plusSeconds(9))), T0.plusSeconds(1));
    assertThat(kv.find("acme", "k"))
        .contains(
            new Entry(
                "acme",
                "k",
                "\"ü\"",
                2,
                Optional.empty(),
                Optional.empty(),
                T0,
                T0.plusSeconds(1),
                Optional.of(T0.plusSeconds(9))));
    assertThat(kv.find("acme.sub", "k")).isEmpty();
    assertThat(kv.delete("acme", "k")).isTrue();
    assertThat(kv.delete("acme", "k")).isFalse();
    assertThat(kv.find("acme", "k")).isEmpty();
  }

  @Test
  void a_list_has_the_living_entries_of_one_namespace_by_key() {
    var kv = new SqlKeyValues(database);
    kv.put("acme", "b_2", Write.of("2", Optional.empty()), T0);
    kv.put("acme", "b_1", Write.of("1", Optional.of(T0.plusSeconds(5))), T0);
    kv.put("acme", "bx1", Write.of("0", Optional.empty()), T0);
    kv.put("acme", "a", Write.of("0", Optional.empty()), T0);
    kv.put("acme.sub", "b_3", Write.of("0", Optional.empty()), T0);
    assertThat(kv.list("acme", "b_", T0)).extracting(Entry::key).containsExactly("b_1", "b_2");
    assertThat(kv.list("acme", "b_", T0.plusSeconds(5)))
        .extracting(Entry::key)
        .containsExactly("b_2");
    assertThat(kv.list("acme", "", T0)).hasSize(4);
  }

  @Test
  void a_value_that_may_not_be_replaced_is_kept_until_it_expires() {
    var kv = new SqlKeyValues(database);
    var write =
        new Write(
            "1",
            Optional.of("NUMBER"),
            Optional.of("d"),
            Optional.of(T0.plusSeconds(5)),
            Overwrite.NO);
    assertThat(kv.put("acme", "k", write, T0)).isTrue();
    assertThat(kv.put("acme", "k", write, T0.plusSeconds(4))).isFalse();
    assertThat(kv.put("acme", "k", write, T0.plusSeconds(5))).isTrue();
    assertThat(kv.find("acme", "k").orElseThrow().type()).contains("NUMBER");
    kv.put("acme", "k", Write.of("\"x\"", Optional.empty()), T0.plusSeconds(6));
    var found = kv.find("acme", "k").orElseThrow();
    assertThat(found.type()).isEmpty();
    assertThat(found.description()).contains("d");
    assertThat(found.revision()).isEqualTo(3);
  }

  @Test
  void expired_keys_are_purged_a_few_at_a_time() {
    var kv = new SqlKeyValues(database);
    for (int i = 0; i < 5; i++) {
      kv.put("acme", "k" + i, Write.of("1", Optional.of(T0.plusSeconds(i))), T0);
    }
    kv.put("acme.sub", "stays", Write.of("1", Optional.empty()), T0);
    assertThat(kv.deleteExpired(T0.plusSeconds(3), 3)).isEqualTo(3);
    assertThat(kv.deleteExpired(T0.plusSeconds(3), 3)).isEqualTo(1);
    assertThat(kv.deleteExpired(T0.plusSeconds(3), 3)).isZero();
    assertThat(kv.all("acme")).extracting(Entry::key).containsExactly("k4");
    assertThat(kv.namespaces()).containsExactly("acme", "acme.sub");
    assertThat(kv.delete("acme", List.of("k4", "none"))).isEqualTo(1);
  }

  @Test
  void keys_are_searched_across_namespaces() {
    var kv = new SqlKeyValues(database);
    kv.put("acme", "one", Write.of("1", Optional.empty()), T0);
    kv.put("acme.sub", "two", Write.of("1", Optional.empty()), T0);
    kv.put("acmex", "one", Write.of("1", Optional.of(T0)), T0);
    var all = kv.search(Optional.empty(), Optional.of("acme"), FIRST, T0);
    assertThat(all.results()).extracting(Entry::key).containsExactly("one", "two");
    var down = new PageRequest(1, 1, List.of(new Sort("key", false)));
    assertThat(kv.search(Optional.empty(), Optional.empty(), down, T0).results())
        .extracting(Entry::key)
        .containsExactly("two");
    assertThat(kv.search(Optional.of("ONE"), Optional.empty(), FIRST, T0).total()).isEqualTo(1);
  }
}
