package io.orrery.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.store.space.NamespaceFiles;
import io.orrery.store.space.NamespaceFiles.Clash;
import io.orrery.store.space.NamespaceFiles.Entry;
import io.orrery.store.space.NamespaceFiles.Kind;
import io.orrery.store.space.Secrets;
import io.orrery.store.sql.SqlNamespaceFiles;
import io.orrery.store.sql.SqlNamespaces;
import io.orrery.store.sql.SqlSecrets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// What the stores of namespaces promise.
abstract class SpacesContract extends StoreContract {

  private static final Instant T0 = Samples.T0;
  private static final Instant T1 = T0.plusSeconds(60);
  private static final String NS = "io.acme";

  private NamespaceFiles files() {
    return new SqlNamespaceFiles(database);
  }

  @Test
  void a_file_has_a_revision_for_every_change_and_folders_above_it() {
    var files = files();
    assertThat(files.put(NS, "/a/b/c.txt", "/x/1", 3, T0).revision()).isEqualTo(1);
    assertThat(files.put(NS, "/a/b/c.txt", "/x/2", 4, T1).revision()).isEqualTo(2);
    assertThat(files.find(NS, "/a/b/c.txt"))
        .contains(new Entry(NS, "/a/b/c.txt", 2, Kind.FILE, false, 4, Optional.of("/x/2"), T0, T1));
    assertThat(files.revision(NS, "/a/b/c.txt", 1).flatMap(Entry::content)).contains("/x/1");
    assertThat(files.below(NS, "/"))
        .extracting(Entry::path)
        .containsExactly("/a", "/a/b", "/a/b/c.txt");
    assertThat(files.in(NS, "/")).extracting(Entry::kind).containsExactly(Kind.FOLDER);
    assertThat(files.in(NS, "/a/b")).extracting(Entry::path).containsExactly("/a/b/c.txt");
    assertThat(files.below("io", "/")).isEmpty();
    assertThat(files.namespaces()).containsExactly(NS);
  }

  @Test
  void a_deleted_file_is_gone_but_its_revisions_are_not_and_go_on_when_it_comes_back() {
    var files = files();
    files.put(NS, "/a/1.txt", "/x/1", 1, T0);
    files.put(NS, "/a/2.txt", "/x/2", 1, T0);
    files.put(NS, "/ab.txt", "/x/3", 1, T0);
    assertThat(files.delete(NS, "/a", T1))
        .extracting(Entry::path)
        .containsExactly("/a", "/a/1.txt", "/a/2.txt");
    assertThat(files.find(NS, "/a/1.txt")).isEmpty();
    assertThat(files.below(NS, "/")).extracting(Entry::path).containsExactly("/ab.txt");
    assertThat(files.delete(NS, "/a", T1)).isEmpty();
    assertThat(files.put(NS, "/a/1.txt", "/x/4", 1, T1).revision()).isEqualTo(3);
    assertThat(files.revisions(NS, "/a/1.txt"))
        .extracting(Entry::deleted)
        .containsExactly(false, true, false);
    assertThat(files.find(NS, "/a/1.txt").map(Entry::createdAt)).contains(T1);
  }

  @Test
  void a_folder_moves_with_all_below_it_and_keeps_its_contents() {
    var files = files();
    files.put(NS, "/a/b/1.txt", "/x/1", 1, T0);
    files.put(NS, "/2.txt", "/x/2", 1, T0);
    assertThat(files.move(NS, "/a", "/z/y", T1)).isTrue();
    assertThat(files.below(NS, "/"))
        .extracting(Entry::path)
        .containsExactly("/2.txt", "/z", "/z/y", "/z/y/b", "/z/y/b/1.txt");
    assertThat(files.find(NS, "/z/y/b/1.txt").flatMap(Entry::content)).contains("/x/1");
    assertThat(files.move(NS, "/none", "/q", T1)).isFalse();
    assertThat(files.move(NS, "/2.txt", "/z/y/b/1.txt", T1)).isTrue();
    assertThat(files.find(NS, "/z/y/b/1.txt").map(Entry::revision)).contains(2);
    assertThatThrownBy(() -> files.move(NS, "/z", "/z/y/q", T1)).isInstanceOf(Clash.class);
  }

  @Test
  void a_file_and_a_folder_do_not_share_a_path() {
    var files = files();
    files.put(NS, "/a", "/x/1", 1, T0);
    assertThatThrownBy(() -> files.put(NS, "/a/b", "/x/2", 1, T0)).isInstanceOf(Clash.class);
    assertThatThrownBy(() -> files.makeFolder(NS, "/a", T0)).isInstanceOf(Clash.class);
    files.makeFolder(NS, "/f/g", T0);
    files.makeFolder(NS, "/f/g", T0);
    assertThatThrownBy(() -> files.put(NS, "/f/g", "/x/3", 1, T0)).isInstanceOf(Clash.class);
    files.delete(NS, "/a", T1);
    assertThat(files.put(NS, "/a/b", "/x/2", 1, T1).revision()).isEqualTo(1);
  }

  @Test
  void purged_revisions_give_back_the_contents_that_nobody_names_any_more() {
    var files = files();
    files.put(NS, "/a", "/x/1", 1, T0);
    files.put(NS, "/a", "/x/2", 1, T0);
    files.put(NS, "/a", "/x/3", 1, T0);
    files.move(NS, "/a", "/b", T0);
    files.put(NS, "/a", "/x/4", 1, T0);
    assertThat(files.purge(NS, "/a", List.of(1, 2, 3, 4, 5))).containsExactly("/x/1", "/x/2");
    assertThat(files.revisions(NS, "/a")).extracting(Entry::revision).containsExactly(5);
    assertThat(files.allRevisions(NS)).extracting(Entry::path).containsExactly("/a", "/b");
  }

  @Test
  void writers_of_one_file_take_turns() throws Exception {
    var files = files();
    try (var pool = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 20; i++) {
        int number = i;
        var _ = pool.submit(() -> files.put(NS, "/same.txt", "/x/" + number, 1, T0));
      }
    }
    assertThat(files.revisions(NS, "/same.txt"))
        .extracting(Entry::revision)
        .hasSize(20)
        .first()
        .isEqualTo(1);
    assertThat(files.find(NS, "/same.txt").map(Entry::revision)).contains(20);
  }

  @Test
  void secrets_are_found_in_any_case_and_keep_when_they_were_made() {
    var secrets = new SqlSecrets(database);
    secrets.put(new Secrets.Entry(NS, "My_Key", "s1", Optional.of("why"), List.of("a"), T0, T0));
    secrets.put(new Secrets.Entry(NS, "MY_KEY", "s2", Optional.empty(), List.of(), T1, T1));
    assertThat(secrets.find(NS, "my_key"))
        .contains(new Secrets.Entry(NS, "MY_KEY", "s2", Optional.empty(), List.of(), T0, T1));
    assertThat(secrets.list(NS)).hasSize(1);
    assertThat(secrets.list("io")).isEmpty();
    assertThat(secrets.namespaces()).containsExactly(NS);
    assertThat(secrets.delete(NS, "my_KEY")).isTrue();
    assertThat(secrets.delete(NS, "my_KEY")).isFalse();
  }

  @Test
  void what_is_said_of_a_namespace_is_kept_as_it_was_said() {
    var namespaces = new SqlNamespaces(database);
    var fields = Map.<String, Object>of("variables", Map.of("a", List.of(1, "x", true)));
    namespaces.put("io.b", fields, T0);
    namespaces.put("io.a", Map.of(), T0);
    namespaces.put("io.b", Map.of("description", "b"), T1);
    assertThat(namespaces.all()).extracting(it -> it.id()).containsExactly("io.a", "io.b");
    assertThat(namespaces.find("io.b").orElseThrow().fields())
        .isEqualTo(Map.of("description", "b"));
    assertThat(namespaces.find("io.b").orElseThrow().createdAt()).isEqualTo(T0);
    assertThat(namespaces.delete("io.b")).isTrue();
    assertThat(namespaces.find("io.b")).isEmpty();
  }
}
