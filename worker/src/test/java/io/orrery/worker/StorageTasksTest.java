package io.orrery.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.State;
import io.orrery.rpc.JobResult;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageTasksTest {

  private static final String CORE = "io.kestra.plugin.core.";

  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void open() {
    bench = Bench.open(folder);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void a_text_is_written_measured_and_deleted() throws Exception {
    var uri = output(run("storage.Write", Map.of("content", "héllo", "extension", ".txt")), "uri");
    assertThat(uri).endsWith(".txt");
    assertThat(read(uri)).isEqualTo("héllo");
    assertThat(run("storage.Size", Map.of("uri", uri)).outputs()).containsEntry("size", 6L);
    assertThat(run("storage.Delete", Map.of("uri", uri)).outputs()).containsEntry("deleted", true);
    assertThat(run("storage.Delete", Map.of("uri", uri)).outputs()).containsEntry("deleted", false);
    assertThat(run("storage.Delete", Map.of("uri", uri, "errorOnMissing", true)).state())
        .isEqualTo(State.FAILED);
    assertThat(run("storage.Size", Map.of("uri", uri)).state()).isEqualTo(State.FAILED);
    assertThat(run("storage.Size", Map.of("uri", "/etc/passwd")).state()).isEqualTo(State.FAILED);
  }

  @Test
  void concat_writes_the_separator_after_every_file() throws Exception {
    var one = put("one");
    var two = put("two");
    var files = new ArrayList<@Nullable Object>(Arrays.asList(one, null, two));
    var listed =
        run("storage.Concat", Map.of("files", files, "separator", "\n", "extension", ".yml"));
    assertThat(read(output(listed, "uri"))).isEqualTo("one\ntwo\n");
    assertThat(output(listed, "uri")).endsWith(".yml");
    var json = run("storage.Concat", Map.of("files", "[\"" + one + "\",\"" + two + "\"]"));
    assertThat(read(output(json, "uri"))).isEqualTo("onetwo");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a\n", "a\nb", "a\nb\nc\n", "\n", "\n\n", "x\n\ny\n"})
  void reverse_gives_the_last_line_first(String text) throws Exception {
    var result = run("storage.Reverse", Map.of("from", put(text)));
    var lines = text.isEmpty() ? List.<String>of() : new ArrayList<>(List.of(text.split("\n", -1)));
    if (text.endsWith("\n")) {
      lines.removeLast();
    }
    var expected = lines.reversed().stream().map(line -> line + "\n").collect(Collectors.joining());
    assertThat(read(output(result, "uri"))).isEqualTo(expected);
  }

  @Test
  void reverse_works_across_blocks_with_long_separators() throws Exception {
    var lines = IntStream.range(0, 30_000).mapToObj(i -> "line " + i).toList();
    var from = put(String.join("--\r\n", lines));
    var result = run("storage.Reverse", Map.of("from", from, "separator", "--\r\n"));
    assertThat(read(output(result, "uri")))
        .isEqualTo(String.join("--\r\n", lines.reversed()) + "--\r\n");
  }

  @Test
  void split_by_rows_keeps_order_and_loses_nothing() throws Exception {
    var text = IntStream.range(0, 1000).mapToObj(i -> i + "\n").collect(Collectors.joining());
    var uris = uris(run("storage.Split", Map.of("from", put(text), "rows", 30)));
    assertThat(uris).hasSize(34);
    assertThat(all(uris)).isEqualTo(text);
  }

  @Test
  void split_by_partitions_deals_lines_out() throws Exception {
    var text = IntStream.range(0, 1000).mapToObj(i -> i + "\n").collect(Collectors.joining());
    var uris = uris(run("storage.Split", Map.of("from", put(text), "partitions", 8)));
    assertThat(uris).hasSize(8);
    assertThat(all(uris).lines()).hasSize(1000);
    assertThat(read(uris.get(1))).startsWith("1\n9\n17\n");
  }

  @Test
  void split_by_bytes_never_cuts_a_line() throws Exception {
    var text = "12345\n".repeat(1000) + "tail";
    var uris = uris(run("storage.Split", Map.of("from", put(text), "bytes", "1KB")));
    assertThat(uris).hasSize(6);
    assertThat(all(uris)).isEqualTo(text);
    assertThat(read(uris.getFirst())).hasSize(1020).endsWith("\n");
    assertThat(run("storage.Split", Map.of("from", put(text))).state()).isEqualTo(State.FAILED);
  }

  @Test
  void keys_are_set_read_listed_and_deleted() throws Exception {
    run("kv.Set", Map.of("key", "a-1", "value", "{\"x\": [1, true]}"));
    run("kv.Put", Map.of("key", "a-2", "value", "plain text", "namespace", "io.acme"));
    run("kv.Set", Map.of("key", "a-3", "value", "12", "kvType", "STRING"));
    assertThat(run("kv.Get", Map.of("key", "a-1")).outputs())
        .isEqualTo(Map.of("value", Map.of("x", List.of(1, true))));
    assertThat(run("kv.Get", Map.of("key", "a-3")).outputs()).isEqualTo(Map.of("value", "12"));
    assertThat(run("kv.GetKeys", Map.of("prefix", "a-")).outputs())
        .isEqualTo(Map.of("keys", List.of("a-1", "a-3")));
    assertThat(bench.controller.kv("io.acme", "a-2")).contains("plain text");
    var refused = run("kv.Set", Map.of("key", "a-1", "value", "v2", "overwrite", false));
    assertThat(refused.state()).isEqualTo(State.FAILED);
    assertThat(run("kv.Delete", Map.of("key", "a-1")).outputs()).isEqualTo(Map.of("deleted", true));
    assertThat(run("kv.Delete", Map.of("key", "a-1")).outputs())
        .isEqualTo(Map.of("deleted", false));
    assertThat(run("kv.Get", Map.of("key", "a-1")).outputs()).containsEntry("value", null);
    assertThat(run("kv.Get", Map.of("key", "a-1", "errorOnMissing", true)).state())
        .isEqualTo(State.FAILED);
    assertThat(bench.controller.text())
        .contains("The key 'a-1' does not exist in the namespace 'io.acme.tests'.");
    assertThat(run("kv.Get", Map.of("key", "../x")).state()).isEqualTo(State.FAILED);
    var wrong = run("kv.Set", Map.of("key", "n", "value", "twelve", "kvType", "NUMBER"));
    assertThat(wrong.state()).isEqualTo(State.FAILED);
  }

  @Test
  void assertions_are_all_looked_at() throws Exception {
    var good =
        run("execution.Assert", Map.of("conditions", List.of("true", "{{ flow.namespace }}")));
    assertThat(good.state()).isEqualTo(State.SUCCESS);
    var bad =
        run(
            "execution.Assert",
            Map.of("conditions", List.of("false", "{{ nothing }}", "1"), "errorMessage", "no"));
    assertThat(bad.state()).isEqualTo(State.FAILED);
    assertThat(bad.metrics())
        .extracting(JobResult.Metric::name, JobResult.Metric::value)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("success", 1.0),
            org.assertj.core.groups.Tuple.tuple("failed", 2.0));
    assertThat(bench.controller.messages()).hasSize(3).last().isEqualTo("no");
  }

  @Test
  void values_and_metrics_are_published() throws Exception {
    var values = Map.of("a", "{{ flow.namespace }}", "b", Map.of("c", 1));
    assertThat(run("output.OutputValues", Map.of("values", values)).outputs())
        .isEqualTo(Map.of("values", Map.of("a", "io.acme.tests", "b", Map.of("c", 1))));
    var metric = new LinkedHashMap<String, Object>();
    metric.put("type", "timer");
    metric.put("name", "took");
    metric.put("value", "PT1.5S");
    metric.put("tags", Map.of("ns", "{{ flow.namespace }}"));
    var published = run("metric.Publish", Map.of("metrics", List.of(metric))).metrics().getFirst();
    assertThat(published.kind()).isEqualTo("timer");
    assertThat(published.value()).isEqualTo(1500.0);
    assertThat(published.tags()).isEqualTo(Map.of("ns", "io.acme.tests"));
  }

  private JobResult run(String type, Map<String, Object> properties) throws InterruptedException {
    bench.worker.offer(bench.job(CORE + type, properties));
    return bench.controller.result();
  }

  private static String output(JobResult result, String name) {
    return String.valueOf(result.outputs().get(name));
  }

  private static List<String> uris(JobResult result) {
    return result.outputs().get("uris") instanceof List<?> uris
        ? uris.stream().map(String::valueOf).toList()
        : List.of();
  }

  private String put(String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    return bench
        .storage
        .put("/in/" + System.nanoTime(), new ByteArrayInputStream(bytes))
        .toString();
  }

  private String all(List<String> uris) throws IOException {
    var text = new StringBuilder();
    for (var uri : uris) {
      text.append(read(uri));
    }
    return text.toString();
  }

  private String read(String uri) throws IOException {
    try (var content = bench.storage.open(URI.create(uri))) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
