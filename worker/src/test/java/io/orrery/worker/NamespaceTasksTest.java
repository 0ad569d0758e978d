package io.orrery.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.State;
import io.orrery.rpc.JobResult;
import io.orrery.rpc.NamespacePort;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The tasks on files and keys of namespaces.
class NamespaceTasksTest {

  private static final String NS = "io.acme.tests";
  private static final String FILES = "io.kestra.plugin.core.namespace.";

  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void open() {
    bench = Bench.open(folder, Map.of(), 4);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void files_are_uploaded_replaced_skipped_or_refused() throws Exception {
    var address = stored("new");
    save("/folder/path/file.txt", "old");
    var upload =
        Map.<String, Object>of(
            "namespace",
            NS,
            "filesMap",
            Map.of("/path/file.txt", address),
            "destination",
            "/folder");
    assertThat(run(FILES + "UploadFiles", with(upload, "conflict", "SKIP")).outputs())
        .isEqualTo(Map.of("files", Map.of()));
    assertThat(run(FILES + "UploadFiles", with(upload, "conflict", "ERROR")).state())
        .isEqualTo(State.FAILED);
    assertThat(content("/folder/path/file.txt")).isEqualTo("old");
    var result = run(FILES + "UploadFiles", upload);
    assertThat(result.outputs().toString())
        .isEqualTo(
            "{files={/folder/path/file.txt="
                + "kestra:///io/acme/tests/_files/folder/path/file.txt}}");
    assertThat(content("/folder/path/file.txt")).isEqualTo("new");
    assertThat(bench.controller.spaces.revisions(NS)).hasSize(2);
  }

  @Test
  void the_map_may_be_the_text_of_one() throws Exception {
    var map = "{\"a.txt\": \"" + stored("a") + "\"}";
    assertThat(run(FILES + "UploadFiles", Map.of("namespace", NS, "filesMap", map)).state())
        .isEqualTo(State.SUCCESS);
    assertThat(content("/a.txt")).isEqualTo("a");
  }

  @Test
  void a_namespace_that_nobody_knows_takes_no_files_and_no_keys() throws Exception {
    bench.controller.spaces.unknown.add("not-found");
    var files =
        Map.<String, Object>of("namespace", "not-found", "filesMap", Map.of("a", stored("a")));
    assertThat(run(FILES + "UploadFiles", files).state()).isEqualTo(State.FAILED);
    var key = Map.<String, Object>of("key", "k", "value", "v", "namespace", "not-found");
    assertThat(run("io.kestra.plugin.core.kv.Set", key).state()).isEqualTo(State.FAILED);
    assertThat(bench.controller.text()).contains("the namespace 'not-found' does not exist");
    assertThat(bench.controller.keyValues).isEmpty();
  }

  @Test
  void files_are_downloaded_by_pattern_into_the_execution() throws Exception {
    save("/a/1.txt", "one");
    save("/a/2.sql", "two");
    var wanted = Map.<String, Object>of("namespace", NS, "files", "**.txt", "destination", "/d");
    var result = run(FILES + "DownloadFiles", wanted);
    var files =
        result.outputs().get("files") instanceof Map<?, ?> map ? map : Map.<String, Object>of();
    assertThat(files.keySet().toString()).isEqualTo("[/d/a/1.txt]");
    var address = URI.create(String.valueOf(files.get("/d/a/1.txt")));
    assertThat(address.getPath()).contains("/executions/");
    try (var in = bench.storage.open(address)) {
      assertThat(in.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("one");
    }
  }

  @Test
  void files_are_deleted_by_patterns() throws Exception {
    save("/a/b/test1.txt", "1");
    save("/a/b/test2.txt", "2");
    run(FILES + "DeleteFiles", Map.of("namespace", NS, "files", List.of("**test1*")));
    assertThat(paths()).containsExactly("/a/b/test2.txt");
  }

  @Test
  void older_revisions_are_purged() throws Exception {
    for (var content : List.of("1", "2", "3")) {
      save("/keep.txt", content);
    }
    save("/gone.txt", "1");
    bench.controller.spaces.deleteFiles(NS, "/gone.txt");
    var result = run(FILES + "PurgeFiles", Map.of("behavior", Map.of("keepAmount", 2)));
    assertThat(result.outputs()).containsEntry("size", 1L);
    result = run(FILES + "PurgeFiles", Map.of("namespaces", List.of("io.acme")));
    assertThat(result.outputs()).containsEntry("size", 2L);
    assertThat(content("/keep.txt")).isEqualTo("3");
    var before = Map.of("type", "version", "before", "2100-01-01T00:00:00Z");
    assertThat(run(FILES + "PurgeFiles", Map.of("behavior", before)).outputs())
        .containsEntry("size", 1L);
    assertThat(paths()).containsExactly("/keep.txt");
    var both = Map.of("keepAmount", 1, "before", "2100-01-01T00:00:00Z");
    assertThat(run(FILES + "PurgeFiles", Map.of("behavior", both)).state()).isEqualTo(State.FAILED);
  }

  @Test
  void expired_keys_are_purged_or_all_of_a_pattern() throws Exception {
    for (var namespace : List.of(NS, "io.acme", "other")) {
      var keys = new ConcurrentHashMap<String, Object>(Map.of("expired-1", 1, "tmp", 2, "k", 3));
      bench.controller.keyValues.put(namespace, keys);
    }
    var type = "io.kestra.plugin.core.kv.PurgeKV";
    assertThat(run(type, Map.of("namespaces", List.of("io.acme"))).outputs())
        .containsEntry("size", 2L);
    var all =
        Map.<String, Object>of("expiredOnly", false, "keyPattern", "t*", "namespacePattern", "o*");
    assertThat(run(type, all).outputs()).containsEntry("size", 1L);
    assertThat(bench.controller.kvKeys("other", "")).containsExactly("expired-1", "k");
    assertThat(run(type, Map.of("behavior", Map.of("type", "key", "expiredOnly", true))).outputs())
        .containsEntry("size", 1L);
  }

  @Test
  void a_key_is_read_from_the_nearest_parent_that_has_it() throws Exception {
    bench.controller.keyValues.put("io", Map.of("k", "far"));
    bench.controller.keyValues.put("io.acme", Map.of("k", "near"));
    assertThat(run("io.kestra.plugin.core.kv.Get", Map.of("key", "k")).outputs())
        .containsEntry("value", "near");
  }

  private JobResult run(String type, Map<String, Object> properties) throws InterruptedException {
    bench.worker.offer(bench.job(type, properties));
    return bench.controller.result();
  }

  private static Map<String, Object> with(Map<String, Object> map, String key, Object value) {
    var more = new LinkedHashMap<>(map);
    more.put(key, value);
    return more;
  }

  private String stored(String content) throws IOException {
    return bench.storage.put("/io/acme/tests/flow/" + content, stream(content)).toString();
  }

  private void save(String path, String content) throws IOException {
    var lies = "/io/acme/tests/_versions/" + content + path;
    bench.storage.put(lies, stream(content));
    bench.controller.spaces.saveFile(NS, path, lies, content.length());
  }

  private String content(String path) throws IOException {
    var file = bench.controller.spaces.file(NS, path, java.util.Optional.empty()).orElseThrow();
    try (var in = bench.storage.open(URI.create("kestra://" + file.content().orElseThrow()))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private List<String> paths() {
    return bench.controller.spaces.files(NS).stream().map(NamespacePort.File::path).toList();
  }

  private static ByteArrayInputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
