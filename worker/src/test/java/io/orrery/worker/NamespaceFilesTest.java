package io.orrery.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.State;
import io.orrery.rpc.Job;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Namespace files in the working folder of a script.
class NamespaceFilesTest {

  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void open() throws IOException {
    bench = Bench.open(folder, Map.of(), 4);
    save("io.acme.tests", "/main.txt", "main");
    save("io.acme.tests", "/lib/a.txt", "a");
    save("io.acme.tests", "/lib/b.sql", "b");
    save("io.acme", "/main.txt", "parent's");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void a_script_finds_all_of_them() throws Exception {
    assertThat(files(Map.of("enabled", true))).isEqualTo("lib/a.txt lib/b.sql main.txt");
  }

  @Test
  void a_script_gets_none_unless_it_asks() throws Exception {
    assertThat(files(Map.of())).isEmpty();
    assertThat(files(Map.of("enabled", false))).isEmpty();
  }

  @Test
  void patterns_choose_files_in_any_folder() throws Exception {
    assertThat(files(Map.of("include", List.of("a.txt", "*.sql"))))
        .isEqualTo("lib/a.txt lib/b.sql");
    assertThat(files(Map.of("include", List.of("/*.txt")))).isEqualTo("main.txt");
    assertThat(files(Map.of("exclude", List.of("lib/**")))).isEqualTo("main.txt");
    assertThat(files(Map.of("include", List.of("**.txt"), "exclude", List.of("main.txt"))))
        .isEqualTo("lib/a.txt");
  }

  @Test
  void of_several_namespaces_the_last_wins_or_each_has_its_folder() throws Exception {
    var both = List.of("io.acme.tests", "io.acme");
    assertThat(say("cat main.txt", Map.of("namespaces", both))).isEqualTo("parent's");
    assertThat(files(Map.of("namespaces", both, "folderPerNamespace", true)))
        .isEqualTo(
            "io.acme.tests/lib/a.txt io.acme.tests/lib/b.sql io.acme.tests/main.txt"
                + " io.acme/main.txt");
  }

  @Test
  void what_is_there_already_is_replaced_or_kept_or_fails_the_task() throws Exception {
    var both = List.of("io.acme.tests", "io.acme");
    assertThat(say("cat main.txt", Map.of("namespaces", both, "ifExists", "IGNORE")))
        .isEqualTo("main");
    assertThat(say("cat main.txt", Map.of("namespaces", both, "ifExists", "WARN")))
        .isEqualTo("The file 'main.txt' exists already and is left as it is\nmain");
    bench.worker.offer(script("cat main.txt", Map.of("namespaces", both, "ifExists", "FAIL")));
    assertThat(bench.controller.result().state()).isEqualTo(State.FAILED);
  }

  @Test
  void input_files_lie_over_them() throws Exception {
    var properties = new LinkedHashMap<String, Object>();
    properties.put("commands", List.of("cat main.txt lib/a.txt"));
    properties.put("namespaceFiles", Map.of("enabled", true));
    properties.put("inputFiles", Map.of("main.txt", "input-", "x.txt", "nsfile:///lib/a.txt"));
    bench.worker.offer(bench.job("io.kestra.plugin.scripts.shell.Commands", properties));
    assertThat(bench.controller.result().state()).isEqualTo(State.SUCCESS);
    assertThat(bench.controller.messages()).containsExactly("input-a");
  }

  private String files(Map<String, Object> wanted) throws Exception {
    return say("find . -type f | sed 's:^./::' | LC_ALL=C sort | tr '\n' ' '", wanted);
  }

  private Job script(String command, Map<String, Object> wanted) {
    return bench.job(
        "io.kestra.plugin.scripts.shell.Commands",
        Map.of("commands", List.of(command), "namespaceFiles", wanted));
  }

  private String say(String command, Map<String, Object> wanted) throws Exception {
    int before = bench.controller.messages().size();
    bench.worker.offer(script(command, wanted));
    assertThat(bench.controller.result().state()).isEqualTo(State.SUCCESS);
    var said = bench.controller.messages();
    return String.join("\n", said.subList(before, said.size())).strip();
  }

  private void save(String namespace, String path, String content) throws IOException {
    var lies = "/" + namespace.replace('.', '/') + "/_versions/1" + path;
    bench.storage.put(lies, new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8)));
    bench.controller.spaces.saveFile(namespace, path, lies, content.length());
  }
}
