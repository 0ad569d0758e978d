package io.orrery.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.kept.Kept;
import io.orrery.model.state.LogLevel;
import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Emitter;
import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.Memory;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.PollingTrigger;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RealtimeTrigger;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.rpc.Job;
import io.orrery.rpc.LogBatch;
import io.orrery.rpc.TriggerJob;
import io.orrery.rpc.TriggerNews;
import io.orrery.rpc.TriggerNews.Answered;
import io.orrery.rpc.TriggerNews.Connected;
import io.orrery.rpc.TriggerNews.Failed;
import io.orrery.rpc.TriggerNews.Heard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TriggersTest {

  private static final TriggerId ID = new TriggerId(Bench.FLOW, "watch");
  private static final Instant AT = Instant.parse("2030-01-01T00:00:00Z");
  private static final String HTTP = "io.kestra.plugin.core.http.Trigger";
  private static final String SHELL = "io.kestra.plugin.scripts.shell.CommandsTrigger";

  /// What the plugins of this test do and have seen; one test at a time uses them.
  private static final BlockingQueue<String> SEEN = new LinkedBlockingQueue<>();

  private static final BlockingQueue<String> TO_HEAR = new LinkedBlockingQueue<>();

  @TempDir Path folder;
  private Bench bench;
  private HttpServer server;
  private final List<String> answers = new CopyOnWriteArrayList<>(List.of("200 one"));

  @BeforeEach
  void open() throws IOException {
    SEEN.clear();
    TO_HEAR.clear();
    bench = new Bench(folder, Map.of("TOKEN", "s3cr3t-value"), 1, List.of(Asked.class, Ear.class));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          var answer = answers.size() > 1 ? answers.removeFirst() : answers.getFirst();
          var body = answer.substring(4).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(Integer.parseInt(answer.substring(0, 3)), body.length);
          try (var out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
    server.start();
  }

  @AfterEach
  void close() {
    bench.close();
    server.stop(0);
  }

  @Plugin(type = "test.Asked", title = "Finds what it is told to.")
  record Asked(@Doc("What it does.") Property<String> does) implements PollingTrigger<Map<?, ?>> {
    @Override
    public List<Found<Map<?, ?>>> evaluate(RunContext context, Memory memory) throws Exception {
      int looks = memory.values().get("looks") instanceof Integer before ? before + 1 : 1;
      memory.keep(Map.of("looks", looks));
      switch (context.require(does, "does")) {
        case "secret" -> {
          return List.of(Found.of("k", Map.of("token", context.render("{{ secret('TOKEN') }}"))));
        }
        case "fail" -> throw new TaskFailure("no " + context.render("{{ secret('TOKEN') }}"));
        case "hang" -> {
          SEEN.add("hangs");
          new CountDownLatch(1).await();
        }
        case "nothing" -> {
          return List.of();
        }
        default -> {}
      }
      return List.of(Found.of(Map.of("n", 1)), Found.of("key", Map.of("n", 2)));
    }

    @Override
    public void taken(RunContext context, List<Found<Map<?, ?>>> found) {
      SEEN.add("taken " + found.size());
    }
  }

  @Plugin(type = "test.Ear", title = "Hears what it is told to.")
  record Ear(@Doc("Nothing.") Property<String> of) implements RealtimeTrigger<Map<?, ?>> {
    @Override
    public void listen(RunContext context, Memory memory, Emitter<Map<?, ?>> emitter)
        throws Exception {
      try {
        emitter.connected();
        while (true) {
          var word = TO_HEAR.take();
          switch (word) {
            case "end" -> {
              return;
            }
            case "break" -> throw new IOException("broken pipe");
            default -> {
              memory.keep(Map.of("last", word));
              emitter.emit(Found.of(word, Map.of("word", word)));
              SEEN.add("emitted " + word);
            }
          }
        }
      } finally {
        SEEN.add("gone");
      }
    }
  }

  private TriggerJob job(
      TriggerJob.Mode mode,
      long dispatch,
      String type,
      Map<String, Object> properties,
      Map<String, Object> memory,
      Optional<String> timeout) {
    var job =
        new Job(
            new TaskRunId(ExecutionIds.found(ID, dispatch, AT, 0), TriggerJob.SEQ),
            1,
            1,
            Bench.FLOW,
            1,
            ID.id(),
            type,
            properties,
            Map.of("flow", Map.of("namespace", Bench.FLOW.namespace())),
            List.of(),
            timeout,
            LogLevel.TRACE,
            false);
    return new TriggerJob(ID, dispatch, AT, mode, memory, job);
  }

  private TriggerNews.What asked(String type, Map<String, Object> properties) throws Exception {
    return asked(type, properties, Map.of());
  }

  private long dispatches;

  private TriggerNews.What asked(
      String type, Map<String, Object> properties, Map<String, Object> memory) throws Exception {
    var job =
        job(TriggerJob.Mode.POLLING, ++dispatches, type, properties, memory, Optional.empty());
    assertThat(bench.worker.evaluate(job)).isTrue();
    return bench.controller.news();
  }

  private void listen(long dispatch, Map<String, Object> memory) {
    var job =
        job(TriggerJob.Mode.REALTIME, dispatch, "test.Ear", Map.of(), memory, Optional.empty());
    assertThat(bench.worker.evaluate(job)).isTrue();
  }

  private static String seen() throws InterruptedException {
    return String.valueOf(SEEN.poll(30, TimeUnit.SECONDS));
  }

  @Test
  void what_was_found_has_always_the_same_execution_and_is_taken_once_it_is_committed()
      throws Exception {
    var commit = new CompletableFuture<Boolean>();
    bench.controller.believing = () -> commit;
    var answered = (Answered) asked("test.Asked", Map.of("does", "look"));
    assertThat(answered.found())
        .extracting(TriggerNews.Finding::execution)
        .containsExactly(ExecutionIds.found(ID, 1, AT, 0), ExecutionIds.found(ID, "key"));
    assertThat(answered.found())
        .extracting(TriggerNews.Finding::output)
        .containsExactly(Map.of("n", 1), Map.of("n", 2));
    assertThat(answered.memory()).isEqualTo(Map.of("looks", 1));
    assertThat(SEEN).isEmpty();
    commit.complete(true);
    assertThat(seen()).isEqualTo("taken 2");
  }

  @Test
  void what_comes_too_late_is_not_taken() throws Exception {
    bench.controller.believing = () -> CompletableFuture.completedFuture(false);
    assertThat(asked("test.Asked", Map.of("does", "look"))).isInstanceOf(Answered.class);
    bench.worker.close();
    assertThat(SEEN).isEmpty();
  }

  @Test
  void news_that_was_not_taken_is_told_again() throws Exception {
    bench.controller.refusals.set(2);
    var answered = (Answered) asked("test.Asked", Map.of("does", "nothing"), Map.of("looks", 4));
    assertThat(answered.found()).isEmpty();
    assertThat(answered.memory()).isEqualTo(Map.of("looks", 5));
  }

  @Test
  void a_secret_in_what_was_found_is_sealed_and_in_a_failure_it_is_masked() throws Exception {
    var answered = (Answered) asked("test.Asked", Map.of("does", "secret"));
    var token = answered.found().getFirst().output().get("token");
    assertThat(Kept.of(String.valueOf(token))).isPresent();
    assertThat(String.valueOf(token)).doesNotContain("s3cr3t-value");
    var failed = (Failed) asked("test.Asked", Map.of("does", "fail"));
    assertThat(failed.why()).startsWith("no ").doesNotContain("s3cr3t-value");
    bench.controller.line(failed.why());
    assertThat(bench.controller.triggerLines)
        .extracting(LogBatch.Line::level)
        .contains(LogLevel.WARN);
  }

  @Test
  void an_evaluation_that_never_returns_is_cut_at_its_timeout() throws Exception {
    try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      var uri = "http://127.0.0.1:" + silent.getLocalPort() + "/";
      var job =
          job(
              TriggerJob.Mode.POLLING,
              1,
              HTTP,
              Map.of("uri", uri),
              Map.of(),
              Optional.of("PT0.2S"));
      assertThat(bench.worker.evaluate(job)).isTrue();
      assertThat(bench.controller.news())
          .isEqualTo(new Failed("The evaluation took longer than its timeout of PT0.2S"));
    }
  }

  @Test
  void evaluations_do_not_wait_for_tasks_and_a_stopped_one_says_nothing() throws Exception {
    var hanging =
        job(
            TriggerJob.Mode.POLLING,
            1,
            "test.Asked",
            Map.of("does", "hang"),
            Map.of(),
            Optional.empty());
    assertThat(bench.worker.permits()).isEqualTo(1);
    assertThat(bench.worker.evaluate(hanging)).isTrue();
    assertThat(seen()).isEqualTo("hangs");
    assertThat(bench.worker.permits()).isEqualTo(1);
    bench.worker.stopTrigger(ID, 1);
    dispatches = 1;
    assertThat(asked("test.Asked", Map.of("does", "nothing"))).isInstanceOf(Answered.class);
    assertThat(bench.controller.news).isEmpty();
  }

  @Test
  void a_type_that_is_not_there_is_a_failure_that_says_so() throws Exception {
    var failed = (Failed) asked("test.Nothing", Map.of());
    assertThat(failed.why()).contains("no trigger of type 'test.Nothing'");
  }

  @Test
  void an_emit_returns_once_its_execution_is_committed() throws Exception {
    listen(1, Map.of());
    assertThat(bench.controller.news()).isEqualTo(new Connected());
    var commit = new CompletableFuture<Boolean>();
    bench.controller.believing = () -> commit;
    TO_HEAR.add("a");
    var heard = (Heard) bench.controller.news();
    assertThat(heard.found().getFirst().execution()).isEqualTo(ExecutionIds.found(ID, "a"));
    assertThat(heard.memory()).isEqualTo(Map.of("last", "a"));
    assertThat(SEEN).isEmpty();
    commit.complete(true);
    assertThat(seen()).isEqualTo("emitted a");
  }

  @Test
  void a_newer_dispatch_listens_once_the_older_one_is_gone() throws Exception {
    listen(1, Map.of());
    assertThat(bench.controller.news()).isEqualTo(new Connected());
    listen(2, Map.of("last", "a"));
    assertThat(seen()).isEqualTo("gone");
    assertThat(bench.controller.news()).isEqualTo(new Connected());
    TO_HEAR.add("b");
    assertThat(bench.controller.news()).isInstanceOf(Heard.class);
    assertThat(seen()).isEqualTo("emitted b");
    bench.worker.stopTrigger(ID, 1); // an old order
    TO_HEAR.add("c");
    assertThat(bench.controller.news()).isInstanceOf(Heard.class);
    bench.worker.stopTrigger(ID, 2);
    assertThat(seen()).isEqualTo("emitted c");
    assertThat(seen()).isEqualTo("gone");
  }

  @Test
  void a_listener_whose_message_comes_too_late_ends_without_another_word() throws Exception {
    listen(1, Map.of());
    assertThat(bench.controller.news()).isEqualTo(new Connected());
    bench.controller.believing = () -> CompletableFuture.completedFuture(false);
    TO_HEAR.add("a");
    assertThat(bench.controller.news()).isInstanceOf(Heard.class);
    assertThat(seen()).isEqualTo("gone");
    bench.worker.close();
    assertThat(bench.controller.news).isEmpty();
  }

  @Test
  void a_listener_that_breaks_or_ends_by_itself_has_failed() throws Exception {
    listen(1, Map.of());
    assertThat(bench.controller.news()).isEqualTo(new Connected());
    TO_HEAR.add("break");
    assertThat(bench.controller.news()).isEqualTo(new Failed("broken pipe"));
    listen(2, Map.of());
    assertThat(bench.controller.news()).isEqualTo(new Connected());
    TO_HEAR.add("end");
    assertThat(bench.controller.news())
        .isEqualTo(new Failed("The trigger stopped listening by itself"));
  }

  private String uri() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  @Test
  void an_http_trigger_fires_while_the_response_is_as_wanted() throws Exception {
    answers.addAll(List.of("500 two", "200 three", "200 [\"ready\"]"));
    var first = (Answered) asked(HTTP, Map.of("uri", uri()));
    assertThat(first.found().getFirst().output())
        .containsEntry("code", 200)
        .containsEntry("body", "one");
    assertThat(((Answered) asked(HTTP, Map.of("uri", uri()))).found()).isEmpty();
    var wanted =
        Map.<String, Object>of(
            "uri",
            uri(),
            "responseCondition",
            "{{ response.statusCode == 200 and response.body contains 'ready' }}");
    assertThat(((Answered) asked(HTTP, wanted)).found()).isEmpty();
    assertThat(((Answered) asked(HTTP, wanted)).found()).hasSize(1);
    server.stop(0);
    assertThat(((Failed) asked(HTTP, wanted)).why()).contains("127.0.0.1");
  }

  @Test
  void a_script_trigger_fires_when_its_condition_begins_to_hold() throws Exception {
    var ready = folder.resolve("ready");
    var properties =
        Map.<String, Object>of(
            "commands", List.of("test -e " + ready, "echo '::{\"outputs\":{\"a\":1}}::'"));
    var absent = (Answered) asked(SHELL, properties);
    assertThat(absent.found()).isEmpty();
    assertThat(ready.toFile().createNewFile()).isTrue();
    var there = (Answered) asked(SHELL, properties, absent.memory());
    assertThat(there.found().getFirst().output())
        .containsEntry("exitCode", 0)
        .containsEntry("condition", "exit 0")
        .containsEntry("vars", Map.of("a", 1))
        .containsKey("timestamp");
    assertThat(((Answered) asked(SHELL, properties, there.memory())).found()).isEmpty();
    var each = new java.util.LinkedHashMap<>(properties);
    each.put("edge", false);
    assertThat(((Answered) asked(SHELL, each, there.memory())).found()).hasSize(1);
  }

  @Test
  void the_condition_of_a_script_is_an_exit_code_or_a_pattern_of_what_it_wrote() throws Exception {
    var code = Map.<String, Object>of("script", "exit 3", "exitCondition", "exit 3");
    var type = "io.kestra.plugin.scripts.shell.ScriptTrigger";
    assertThat(((Answered) asked(type, code)).found()).hasSize(1);
    var text =
        Map.<String, Object>of(
            "script", "echo disk; echo 'used 93%'", "exitCondition", "^used 9\\d%$");
    assertThat(((Answered) asked(type, text)).found()).hasSize(1);
    var wrong = Map.<String, Object>of("script", "true", "exitCondition", "(");
    assertThat(((Failed) asked(type, wrong)).why()).contains("exitCondition '('");
  }

  @Test
  void a_python_script_may_be_asked_too() throws Exception {
    var type = "io.kestra.plugin.scripts.python.ScriptTrigger";
    var found = ((Answered) asked(type, Map.of("script", "raise SystemExit(0)"))).found();
    assertThat(found).hasSize(1);
  }
}
