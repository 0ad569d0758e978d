package io.orrery.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.kept.Keeping;
import io.orrery.model.kept.Kept;
import io.orrery.model.kept.Opened;
import io.orrery.model.state.State;
import io.orrery.storage.StoragePaths;
import io.orrery.storage.ValueShelf;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What templates may ask of a worker.
class FunctionsTest {

  private static final ExecutionId PARENT = new ExecutionId("00000000000000000000pa");
  private static final ExecutionId CHILD = new ExecutionId("00000000000000000000ch");
  private static final ExecutionId STRANGER = new ExecutionId("00000000000000000000st");

  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void open() {
    bench = Bench.open(folder, Map.of("KEY", "top-secret"), 4);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void a_secret_reaches_the_task_but_not_the_log() throws Exception {
    var value = run("io.kestra.plugin.core.debug.Return", "format", "{{ secret('key') }}");
    assertThat(value).isEqualTo(State.SUCCESS);
    assertThat(run("Log", "message", "is {{ secret('KEY') }} and {{ secret('KEY') | upper }}"))
        .isEqualTo(State.SUCCESS);
    assertThat(run("Fail", "errorMessage", "with {{ secret('KEY') }}")).isEqualTo(State.FAILED);
    assertThat(bench.controller.messages()).containsExactly("is ****** and ******", "with ******");
  }

  @Test
  void a_missing_secret_or_key_is_named() throws Exception {
    assertThat(run("Log", "message", "{{ secret('NONE') }}")).isEqualTo(State.FAILED);
    assertThat(run("Log", "message", "{{ kv('none', errorOnMissing=true) }}"))
        .isEqualTo(State.FAILED);
    assertThat(bench.controller.messages())
        .containsExactly(
            "Cannot find secret for key 'NONE'. Looked in io.acme.tests, io.acme, io and in the"
                + " environment for SECRET_NONE.",
            "The key 'none' does not exist in the namespace 'io.acme.tests'.");
  }

  @Test
  void keys_are_looked_up_in_parent_namespaces_too() throws Exception {
    bench.controller.keyValues.put("io.acme", Map.of("k", "inherited"));
    assertThat(run("Log", "message", "{{ kv('k') }}")).isEqualTo(State.SUCCESS);
    assertThat(bench.controller.messages()).containsExactly("inherited");
  }

  @Test
  void secret_inputs_that_a_job_brings_are_masked() throws Exception {
    var sealed = new Kept.Sealed(bench.controller.seal("hunter22"), Kept.MASK).text();
    var job =
        bench.job("Log", Map.of("message", "{{ inputs.password }} {{ inputs.password | upper }}"));
    bench.worker.offer(Bench.withVariables(job, Map.of("inputs", Map.of("password", sealed))));
    assertThat(bench.controller.result().state()).isEqualTo(State.SUCCESS);
    assertThat(bench.controller.messages()).containsExactly("****** ******");
  }

  @Test
  void a_secret_in_outputs_is_sealed_and_shown_masked() throws Exception {
    bench.worker.offer(bench.job("Return", Map.of("format", "user:{{ secret('KEY') }}")));
    var output = String.valueOf(bench.controller.result().outputs().get("value"));
    assertThat(Kept.shown(output)).isEqualTo("user:******");
    var opened = new Keeping(bench.controller, new ValueShelf(bench.storage, 1)).keeper();
    assertThat(Opened.of(output, opened)).isEqualTo("user:top-secret");
    assertThat(opened.masker().mask("top-secret")).isEqualTo(Kept.MASK);
  }

  @Test
  void files_are_read_of_this_execution_its_parent_and_its_children_only() throws Exception {
    bench.controller.parents.put(Bench.EXECUTION, PARENT);
    bench.controller.parents.put(CHILD, Bench.EXECUTION);
    var flow = new FlowId("io.other", "o");
    assertThat(readable(StoragePaths.execution(Bench.FLOW, Bench.EXECUTION))).isTrue();
    assertThat(readable(StoragePaths.execution(flow, PARENT))).isTrue();
    assertThat(readable(StoragePaths.execution(flow, CHILD))).isTrue();
    assertThat(readable(StoragePaths.execution(flow, STRANGER))).isFalse();
    assertThat(readable(StoragePaths.execution(flow, STRANGER) + "/_files")).isFalse();
    assertThat(readable("/io/other/_versions/1")).isFalse();
    assertThat(bench.controller.text()).contains("as it didn't belong to the current execution");
  }

  @Test
  void a_file_that_lies_in_the_folder_of_a_namespace_is_read_though_nobody_saved_it()
      throws Exception {
    bench.storage.put("/io/acme/tests/_files/q.sql", stream("select 1"));
    assertThat(run("Log", "message", "{{ read('q.sql') }}")).isEqualTo(State.SUCCESS);
    assertThat(run("Log", "message", "{{ read('../../x') }}")).isEqualTo(State.FAILED);
    assertThat(run("Log", "message", "{{ read('none.sql') }}")).isEqualTo(State.FAILED);
    assertThat(bench.controller.text())
        .contains(
            "select 1",
            "'../../x' leads out of the files of the namespace",
            "Unable to find the file 'none.sql'.");
  }

  @Test
  void namespace_files_are_read_in_their_newest_or_a_given_revision() throws Exception {
    save("io.acme.tests", "/q.sql", "first");
    save("io.acme.tests", "/q.sql", "second");
    save("io.acme", "/up.sql", "of the parent");
    var text =
        "{{ read('q.sql') }} {{ read('/q.sql', revision=1) }} {{ read(fileURI('q.sql')) }}"
            + " {{ read(fileURI('q.sql', revision=1)) }} {{ read('nsfile:///q.sql') }}"
            + " {{ read('up.sql', 'io.acme') }} {{ read('nsfile://io.acme/up.sql') }}"
            + " {{ fileSize('q.sql') }} {{ fileExists('none') }} {{ fileURI('q.sql') }}";
    var _ = run("Log", "message", text);
    assertThat(bench.controller.messages())
        .containsExactly(
            "second first second first second of the parent of the parent 6 false"
                + " kestra:///io/acme/tests/_files/q.sql");
  }

  @Test
  void what_belongs_to_a_namespace_that_does_not_allow_it_is_refused() throws Exception {
    bench.controller.spaces.refused.add("io.shy");
    save("io.shy", "/q.sql", "shy");
    for (var text :
        List.of(
            "{{ read('q.sql', 'io.shy') }}",
            "{{ read('nsfile://io.shy/q.sql') }}",
            "{{ read('kestra:///io/shy/_files/q.sql') }}",
            "{{ kv('k', 'io.shy') }}",
            "{{ secret('KEY', 'io.shy') }}")) {
      assertThat(run("Log", "message", text)).as(text).isEqualTo(State.FAILED);
    }
    assertThat(bench.controller.messages())
        .hasSize(5)
        .allMatch(line -> line.contains("'io.shy' does not allow flows of"), "says who refuses");
  }

  @Test
  void the_secret_of_a_namespace_goes_before_that_of_the_environment() throws Exception {
    bench.controller.spaces.secrets.put("io.acme.tests", Map.of("KEY", "of the namespace"));
    assertThat(run("io.kestra.plugin.core.debug.Return", "format", "{{ secret('KEY') }}"))
        .isEqualTo(State.SUCCESS);
    assertThat(run("Log", "message", "{{ secret('KEY') == 'of the namespace' }}"))
        .isEqualTo(State.SUCCESS);
    assertThat(run("Log", "message", "{{ secret('KEY') }}")).isEqualTo(State.SUCCESS);
    assertThat(bench.controller.messages()).containsExactly("true", "******");
  }

  @Test
  void files_of_the_machine_are_read_only_where_it_is_allowed() throws Exception {
    java.nio.file.Files.writeString(folder.resolve("plain.txt"), "from the disk");
    var there = folder.resolve("plain.txt").toUri().toString().replace("file:/", "file:///");
    assertThat(run("Log", "message", "{{ read('" + there + "') }}")).isEqualTo(State.FAILED);
    assertThat(bench.controller.text()).contains("local-files.allowed-paths");
  }

  private void save(String namespace, String path, String content) throws IOException {
    var lies = "/" + namespace.replace('.', '/') + "/_versions/" + content + path;
    bench.storage.put(lies, stream(content));
    bench.controller.spaces.saveFile(namespace, path, lies, content.length());
  }

  private boolean readable(String place) throws Exception {
    var file = bench.storage.put(place + "/f.txt", stream("content of " + place));
    return run("Log", "message", "{{ read('" + file + "') }}") == State.SUCCESS;
  }

  private State run(String type, String property, String text) throws InterruptedException {
    bench.worker.offer(bench.job(type, Map.of(property, text)));
    return bench.controller.result().state();
  }

  private static ByteArrayInputStream stream(String text) throws IOException {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
