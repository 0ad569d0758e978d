package io.orrery.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.storage.LocalStorage.Durability;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalStorageTest {

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void what_was_put_can_be_read_by_its_address(Durability durability) throws IOException {
    var storage = LocalStorage.open(folder.resolve("s"), durability);

    var address = storage.put("/io/acme/a b/ü%.txt", text("hello"));

    assertThat(address.toString()).isEqualTo("kestra:///io/acme/a%20b/ü%25.txt");
    assertThat(read(storage, address)).isEqualTo("hello");
    assertThat(storage.size(address)).isEqualTo(5);
    assertThat(storage.list("/io")).containsExactly(address);
  }

  @Test
  void a_second_put_replaces_the_first() throws IOException {
    var storage = open();
    var address = storage.put("/a", text("one"));

    assertThat(storage.put("/a", text("two"))).isEqualTo(address);
    assertThat(read(storage, address)).isEqualTo("two");
  }

  @Test
  void a_put_that_breaks_off_leaves_the_old_file_and_no_rubbish() throws IOException {
    var storage = open();
    var address = storage.put("/a", text("old"));

    assertThatThrownBy(() -> storage.put("/a", breaking())).hasMessage("connection lost");

    assertThat(read(storage, address)).isEqualTo("old");
    assertThat(storage.list("/")).containsExactly(address);
    assertThat(folder.resolve("s/.unfinished")).isEmptyDirectory();
  }

  @Test
  void readers_never_see_a_part_of_a_file() throws Exception {
    var storage = open();
    var address = storage.put("/f", text("0".repeat(100_000)));

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var writer =
          threads.submit(
              () -> {
                for (int i = 1; i < 10; i++) {
                  storage.put("/f", text(String.valueOf(i).repeat(100_000)));
                }
                return null;
              });
      Callable<Boolean> whole =
          () -> {
            boolean all = true;
            while (!writer.isDone()) {
              var seen = read(storage, address);
              all &= seen.length() == 100_000 && seen.chars().distinct().count() == 1;
            }
            return all;
          };
      assertThat(threads.submit(whole).get()).isTrue();
      writer.get();
    }
  }

  @Test
  void many_writers_may_share_a_folder() throws Exception {
    var storage = open();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all =
          IntStream.range(0, 50)
              .mapToObj(i -> threads.submit(() -> storage.put("/d/" + i, text("x"))))
              .toList();
      for (var one : all) {
        one.get();
      }
    }
    assertThat(storage.list("/d")).hasSize(50);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kestra:///../secret",
        "kestra:///a/../../secret",
        "kestra:///%2e%2e/secret",
        "kestra:///a/%2E%2E/%2e%2e/secret",
        "kestra:///%252e%252e/secret",
        "kestra:///a/..%2fsecret/../..",
        "kestra:///a%5c..%5csecret",
        "kestra:///a%00b",
        "kestra:///./a",
        "kestra:///.unfinished/put1",
        "kestra://host/a",
        "file:///etc/passwd",
        "kestra:opaque",
        "/etc/passwd"
      })
  void an_address_that_might_lead_elsewhere_is_refused(String address) throws IOException {
    Files.writeString(folder.resolve("secret"), "s");
    var storage = open();
    var hostile = URI.create(address);

    assertThatThrownBy(() -> storage.open(hostile)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> storage.size(hostile)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> storage.delete(hostile)).isInstanceOf(IOException.class);
    assertThat(folder.resolve("secret")).exists();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/../x", "/a/../../x", "/a/%2e%2e/x", "x", "/", "/a\\..\\x", "/.unfinished/x"})
  void a_path_that_might_lead_elsewhere_is_refused(String path) throws IOException {
    var storage = open();

    assertThatThrownBy(() -> storage.put(path, text("x"))).isInstanceOf(IOException.class);
  }

  @Test
  void links_lead_nowhere() throws IOException {
    var storage = open();
    Files.createDirectories(folder.resolve("outside"));
    Files.writeString(folder.resolve("outside/secret"), "s");
    Files.createSymbolicLink(folder.resolve("s/link"), folder.resolve("outside"));
    Files.createSymbolicLink(folder.resolve("s/file"), folder.resolve("outside/secret"));

    assertThatThrownBy(() -> storage.open(URI.create("kestra:///link/secret")))
        .hasMessageContaining("leads out");
    assertThatThrownBy(() -> storage.open(URI.create("kestra:///file")))
        .hasMessageContaining("leads out");
    assertThatThrownBy(() -> storage.put("/link/new", text("x"))).hasMessageContaining("leads out");
    assertThatThrownBy(() -> storage.put("/link/deep/new", text("x")))
        .hasMessageContaining("leads out");
    assertThatThrownBy(() -> storage.delete(URI.create("kestra:///link/secret")))
        .hasMessageContaining("leads out");
    assertThatThrownBy(() -> storage.deleteAll("/link/sub")).hasMessageContaining("leads out");
    storage.deleteAll("/link");

    assertThat(folder.resolve("outside").toFile().list()).containsExactly("secret");
  }

  @Test
  void what_is_not_there_is_said_to_be_missing() throws IOException {
    var storage = open();
    var missing = URI.create("kestra:///none");

    assertThatThrownBy(() -> storage.open(missing)).isInstanceOf(FileNotFoundException.class);
    assertThat(storage.size(missing)).isEqualTo(-1);
    assertThat(storage.delete(missing)).isFalse();
    assertThat(storage.list("/none")).isEmpty();
  }

  @Test
  void a_folder_goes_with_all_that_is_in_it_and_nothing_else() throws IOException {
    var storage = open();
    storage.put("/a/b/1", text("x"));
    storage.put("/a/b/c/2", text("x"));
    var other = storage.put("/a/bc", text("x"));

    storage.deleteAll("/a/b");

    assertThat(storage.list("/")).containsExactly(other);
    assertThatThrownBy(() -> storage.deleteAll("/")).isInstanceOf(IOException.class);
  }

  @Test
  void paths_are_those_of_kestra() {
    var flow = new FlowId("io.acme", "My_Flow");
    var run = new TaskRunId(new ExecutionId("E1"), 3);

    assertThat(StoragePaths.taskRun(flow, run, "Load-1"))
        .isEqualTo("/io/acme/my-flow/executions/E1/tasks/load-1/E1-3");
    assertThat(StoragePaths.input(flow, run.execution(), "file"))
        .isEqualTo("/io/acme/my-flow/executions/E1/inputs/file");
    assertThat(StoragePaths.namespaceFile("io.acme", "a/b.sql"))
        .isEqualTo("/io/acme/_files/a/b.sql");
  }

  private LocalStorage open() throws IOException {
    return LocalStorage.open(folder.resolve("s"), Durability.PROCESS);
  }

  private static String read(LocalStorage storage, URI address) throws IOException {
    try (var in = storage.open(address)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static InputStream text(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static InputStream breaking() {
    var start = text("xxxxxxxxxx");
    return new InputStream() {
      @Override
      public int read() throws IOException {
        return orBreak(start.read());
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        return orBreak(start.read(into, from, length));
      }

      private static int orBreak(int read) throws IOException {
        if (read < 0) {
          throw new IOException("connection lost");
        }
        return read;
      }
    };
  }
}
