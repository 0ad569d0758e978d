package io.orrery.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.rpc.Job;
import io.orrery.rpc.LogBatch;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerTest {

  private static final String CORE = "io.kestra.plugin.core.";

  @TempDir Path folder;

  @Test
  void a_log_job_writes_its_lines_and_succeeds() throws Exception {
    try (var bench = Bench.open(folder)) {
      var job = bench.job(CORE + "log.Log", Map.of("message", "Hello {{ flow.namespace }}"));

      assertThat(bench.worker.offer(job)).isTrue();

      var result = bench.controller.result();
      assertThat(result.state()).isEqualTo(State.SUCCESS);
      assertThat(result.taskRun()).isEqualTo(job.taskRun());
      assertThat(result.outputs()).isEmpty();
      assertThat(bench.controller.lines())
          .extracting(LogBatch.Line::level, LogBatch.Line::message)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple(LogLevel.INFO, "Hello io.acme.tests"));
    }
  }

  @Test
  void a_list_of_messages_becomes_a_line_each_at_the_wanted_level() throws Exception {
    try (var bench = Bench.open(folder)) {
      bench.worker.offer(
          bench.job("Log", Map.of("message", List.of("one", "two"), "level", "ERROR")));
      assertThat(bench.controller.result().state()).isEqualTo(State.SUCCESS);
      assertThat(bench.controller.messages()).containsExactly("one", "two");
      assertThat(bench.controller.lines()).allMatch(line -> line.level() == LogLevel.ERROR);
    }
  }

  @Test
  void lines_lighter_than_the_floor_are_dropped() throws Exception {
    try (var bench = Bench.open(folder)) {
      var job = bench.job("Log", Map.of("message", "quiet", "level", "TRACE"));
      bench.worker.offer(Bench.withFloor(job, LogLevel.INFO));
      assertThat(bench.controller.result().state()).isEqualTo(State.SUCCESS);
      assertThat(bench.controller.batches).isEmpty();
    }
  }

  @Test
  void return_hands_its_text_on() throws Exception {
    try (var bench = Bench.open(folder)) {
      var job = bench.job(CORE + "debug.Return", Map.of("format", "{{ inputs.a }}-{{ inputs.b }}"));
      bench.worker.offer(Bench.withVariables(job, Map.of("inputs", Map.of("a", 1, "b", "x"))));

      var result = bench.controller.result();
      assertThat(result.outputs()).isEqualTo(Map.of("value", "1-x"));
      assertThat(result.metrics()).extracting(m -> m.name()).containsExactly("length", "duration");
    }
  }

  @Test
  void an_output_without_a_value_is_null_and_not_missing() throws Exception {
    try (var bench = Bench.open(folder)) {
      bench.worker.offer(bench.job(CORE + "debug.Return", Map.of()));
      var expected = new HashMap<String, @Nullable Object>();
      expected.put("value", null);
      assertThat(bench.controller.result().outputs()).isEqualTo(expected);
    }
  }

  @Test
  void fail_fails_with_its_message_and_one_error_line() throws Exception {
    try (var bench = Bench.open(folder)) {
      bench.worker.offer(
          bench.job(CORE + "execution.Fail", Map.of("errorMessage", "no {{ flow.namespace }}")));
      assertThat(bench.controller.result().state()).isEqualTo(State.FAILED);
      assertThat(bench.controller.messages()).containsExactly("no io.acme.tests");
    }
  }

  @Test
  void a_missing_variable_fails_the_task_and_says_which() throws Exception {
    try (var bench = Bench.open(folder)) {
      bench.worker.offer(bench.job("Log", Map.of("message", "{{inputs.invalid}}")));
      assertThat(bench.controller.result().state()).isEqualTo(State.FAILED);
      assertThat(bench.controller.lines())
          .extracting(LogBatch.Line::level, LogBatch.Line::message)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple(
                  LogLevel.ERROR,
                  "Unable to find `inputs` used in the expression `{{inputs.invalid}}` at line 1"));
    }
  }

  @Test
  void an_unknown_property_or_type_fails_the_task_and_says_what_there_is() throws Exception {
    try (var bench = Bench.open(folder)) {
      bench.worker.offer(bench.job("Log", Map.of("mesage", "x")));
      assertThat(bench.controller.result().state()).isEqualTo(State.FAILED);
      bench.worker.offer(bench.job("io.acme.None", Map.of()));
      assertThat(bench.controller.result().state()).isEqualTo(State.FAILED);
      assertThat(bench.controller.messages())
          .containsExactly(
              "there is no property 'mesage'; there are message, level",
              "there is no task of type 'io.acme.None' on this worker");
    }
  }

  @Test
  void properties_that_every_task_may_have_are_not_the_tasks_business() throws Exception {
    try (var bench = Bench.open(folder)) {
      bench.worker.offer(
          bench.job("Log", Map.of("message", "x", "id", "a", "type", "Log", "retry", Map.of())));
      assertThat(bench.controller.result().state()).isEqualTo(State.SUCCESS);
    }
  }

  @Test
  void a_timeout_ends_the_attempt_failed() throws Exception {
    try (var bench = Bench.open(folder)) {
      var job = bench.job(CORE + "flow.Sleep", Map.of("duration", "PT10M"));
      bench.worker.offer(Bench.withTimeout(job, "PT0.05S"));
      assertThat(bench.controller.result().state()).isEqualTo(State.FAILED);
      assertThat(bench.controller.messages())
          .containsExactly("Waiting for PT10M", "Timeout after PT0.05S");
    }
  }

  @Test
  void a_job_that_takes_a_while_is_announced_once() throws Exception {
    try (var bench = Bench.open(folder)) {
      var job = bench.job(CORE + "flow.Sleep", Map.of("duration", "PT10M"));
      bench.worker.offer(job);
      assertThat(bench.controller.started.poll(30, TimeUnit.SECONDS)).isEqualTo(job.taskRun());
      bench.worker.kill(job.taskRun(), 1);
      assertThat(bench.controller.result().state()).isEqualTo(State.KILLED);
      assertThat(bench.controller.started).isEmpty();
    }
  }

  @Test
  void lines_of_a_job_that_goes_on_are_sent_after_a_moment() throws Exception {
    try (var bench = benchWith(LogsThenWaits.class)) {
      var job = bench.job("test.LogsThenWaits", Map.of());
      bench.worker.offer(job);
      assertThat(bench.controller.line("waiting").level()).isEqualTo(LogLevel.INFO);
      bench.worker.kill(job.taskRun(), 1);
      assertThat(bench.controller.result().state()).isEqualTo(State.KILLED);
    }
  }

  @Test
  void a_kill_before_the_task_began_is_not_lost() throws Exception {
    try (var bench = Bench.open(folder)) {
      for (int i = 0; i < 200; i++) {
        var job = bench.job(CORE + "flow.Sleep", Map.of("duration", "PT10M"));
        bench.worker.offer(job);
        bench.worker.kill(job.taskRun(), 1);
        assertThat(bench.controller.result().state()).isEqualTo(State.KILLED);
      }
    }
  }

  @Test
  void killing_what_is_not_there_does_nothing() throws Exception {
    try (var bench = Bench.open(folder)) {
      bench.worker.kill(bench.job("Log", Map.of()).taskRun(), 7);
      bench.worker.offer(bench.job("Log", Map.of("message", "x")));
      assertThat(bench.controller.result().state()).isEqualTo(State.SUCCESS);
    }
  }

  @Test
  void a_task_that_ignores_being_stopped_is_given_up() throws Exception {
    try (var bench = benchWith(Deaf.class)) {
      var job = bench.job("test.Deaf", Map.of());
      bench.worker.offer(job);
      bench.controller.line("deaf");
      bench.worker.kill(job.taskRun(), 1);
      assertThat(bench.controller.result().state()).isEqualTo(State.KILLED);
      assertThat(bench.controller.text()).contains("given up");
      Deaf.RELEASE.countDown();
    }
  }

  @Test
  void whatever_a_task_throws_ends_in_a_result() throws Exception {
    try (var bench = benchWith(Throws.class)) {
      for (var kind : List.of("error", "checked", "null", "overflow")) {
        bench.worker.offer(bench.job("test.Throws", Map.of("kind", kind)));
        assertThat(bench.controller.result().state()).isEqualTo(State.FAILED);
      }
      assertThat(bench.controller.text())
          .contains("java.lang.NoClassDefFoundError: gone", "disk on fire", "StackOverflowError");
    }
  }

  @Test
  void only_light_tasks_run_on_virtual_threads() throws Exception {
    try (var bench = new Bench(folder, Map.of(), 4, List.of(Heavy.class, Light.class))) {
      bench.worker.offer(bench.job("test.Heavy", Map.of()));
      assertThat(bench.controller.result().outputs()).isEqualTo(Map.of("virtual", false));
      bench.worker.offer(bench.job("test.Light", Map.of()));
      assertThat(bench.controller.result().outputs()).isEqualTo(Map.of("virtual", true));
    }
  }

  @Test
  void there_are_as_many_jobs_as_permits() throws Exception {
    try (var bench = Bench.open(folder, Map.of(), 2)) {
      var one = bench.job(CORE + "flow.Sleep", Map.of("duration", "PT10M"));
      var two = bench.job(CORE + "flow.Sleep", Map.of("duration", "PT10M"));
      assertThat(bench.worker.permits()).isEqualTo(2);
      assertThat(bench.worker.offer(one)).isTrue();
      assertThat(bench.worker.offer(two)).isTrue();
      assertThat(bench.worker.permits()).isZero();
      assertThat(bench.worker.offer(bench.job("Log", Map.of("message", "x")))).isFalse();

      bench.worker.kill(one.taskRun(), 1);
      assertThat(bench.controller.result().taskRun()).isEqualTo(one.taskRun());
      awaitTrue(() -> bench.worker.permits() == 1);
      assertThat(bench.controller.freed.get()).isEqualTo(1);
      bench.worker.kill(two.taskRun(), 1);
      bench.controller.result();
      awaitTrue(() -> bench.worker.permits() == 2);
      assertThat(bench.controller.freed.get()).isEqualTo(1);
    }
  }

  @Test
  void a_result_is_sent_until_it_is_taken() throws Exception {
    try (var bench = Bench.open(folder)) {
      bench.controller.refusals.set(3);
      bench.worker.offer(bench.job("Log", Map.of("message", "x")));
      assertThat(bench.controller.result().state()).isEqualTo(State.SUCCESS);
      assertThat(bench.controller.refusals.get()).isZero();
    }
  }

  @Test
  void a_job_offered_twice_runs_once_and_answers_with_the_newer_epoch() throws Exception {
    try (var bench = Bench.open(folder)) {
      var job = bench.job(CORE + "flow.Sleep", Map.of("duration", "PT10M"));
      bench.worker.offer(job);
      assertThat(bench.worker.offer(withEpoch(job, 5))).isTrue();
      assertThat(bench.worker.permits()).isEqualTo(WorkerConfig.PERMITS - 1);
      bench.worker.kill(job.taskRun(), 1);
      assertThat(bench.controller.result().epoch()).isEqualTo(5);
      assertThat(bench.controller.results.poll(100, TimeUnit.MILLISECONDS)).isNull();
    }
  }

  @Test
  void a_closing_worker_sends_no_result_for_what_it_breaks_off() {
    var bench = Bench.open(folder);
    bench.worker.offer(bench.job(CORE + "flow.Sleep", Map.of("duration", "PT10M")));
    bench.close();
    assertThat(bench.controller.results).isEmpty();
    assertThat(bench.worker.permits()).isZero();
    assertThat(bench.worker.offer(bench.job("Log", Map.of("message", "x")))).isFalse();
  }

  @Test
  void the_log_of_an_attempt_can_go_to_a_file() throws Exception {
    try (var bench = Bench.open(folder)) {
      var job = bench.job("Log", Map.of("message", "Hello World!"));
      bench.worker.offer(Bench.withLogFile(job));
      var file = bench.controller.result().logFile().orElseThrow();
      try (var content = bench.storage.open(URI.create(file))) {
        assertThat(new String(content.readAllBytes(), StandardCharsets.UTF_8))
            .matches("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z INFO task Hello World!\n");
      }
      assertThat(bench.controller.batches).isEmpty();
      assertThat(file).startsWith("kestra:///io/acme/tests/flow/executions/");
    }
  }

  @Test
  void long_messages_are_split_and_nothing_is_lost() throws Exception {
    var message = "0123456789".repeat(10_000);
    try (var bench = Bench.open(folder)) {
      bench.worker.offer(bench.job("Log", Map.of("message", message)));
      bench.controller.result();
      assertThat(bench.controller.lines()).hasSizeGreaterThan(1);
      assertThat(String.join("", bench.controller.messages())).isEqualTo(message);
    }
  }

  @Test
  void outputs_that_a_job_does_not_carry_are_asked_for_once() throws Exception {
    try (var bench = Bench.open(folder)) {
      bench.controller.outputs.put("far", Map.of("value", "from afar"));
      var job =
          bench.job(
              "Log",
              Map.of(
                  "message",
                  "{{ outputs.near.value }} {{ outputs.far.value }} {{ outputs.far.value }}"));
      bench.worker.offer(
          Bench.withVariables(job, Map.of("outputs", Map.of("near", Map.of("value", "here")))));
      assertThat(bench.controller.result().state()).isEqualTo(State.SUCCESS);
      assertThat(bench.controller.messages()).containsExactly("here from afar from afar");
      assertThat(bench.controller.asked).containsExactly("far");
    }
  }

  private Bench benchWith(Class<?> task) {
    return new Bench(folder, Map.of(), WorkerConfig.PERMITS, List.of(task));
  }

  private static Job withEpoch(Job job, long epoch) {
    return new Job(
        job.taskRun(),
        job.attempt(),
        epoch,
        job.flow(),
        job.revision(),
        job.taskId(),
        job.type(),
        job.properties(),
        job.variables(),
        job.path(),
        job.timeout(),
        job.logLevel(),
        job.logToFile());
  }

  private static void awaitTrue(java.util.function.BooleanSupplier condition)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Waiting.aMoment();
    }
  }

  @Plugin(type = "test.LogsThenWaits", title = "Logs, then waits for ever.")
  record LogsThenWaits() implements RunnableTask<Void> {
    @Override
    public @Nullable Void run(RunContext context) throws InterruptedException {
      context.logger().info("waiting");
      new CountDownLatch(1).await();
      return null;
    }
  }

  record WhichThread(boolean virtual) {}

  @Plugin(type = "test.Heavy", title = "Tells its kind of thread.")
  record Heavy() implements RunnableTask<WhichThread> {
    @Override
    public WhichThread run(RunContext context) {
      return new WhichThread(Thread.currentThread().isVirtual());
    }
  }

  @Plugin(type = "test.Light", light = true, title = "Tells its kind of thread.")
  record Light() implements RunnableTask<WhichThread> {
    @Override
    public WhichThread run(RunContext context) {
      return new WhichThread(Thread.currentThread().isVirtual());
    }
  }

  @Plugin(type = "test.Deaf", title = "Ignores interrupts.")
  record Deaf() implements RunnableTask<Void> {
    static final CountDownLatch RELEASE = new CountDownLatch(1);

    @Override
    public @Nullable Void run(RunContext context) {
      context.logger().info("deaf");
      while (true) {
        try {
          RELEASE.await();
          return null;
        } catch (InterruptedException _) {
          // Deaf.
        }
      }
    }
  }

  @Plugin(type = "test.Throws", title = "Throws what it is told to.")
  record Throws(String kind) implements RunnableTask<Void> {
    @Override
    public @Nullable Void run(RunContext context) throws Exception {
      switch (kind) {
        case "error" -> throw new NoClassDefFoundError("gone");
        case "checked" -> throw new java.io.IOException("disk on fire");
        case "null" -> throw new IllegalStateException();
        default -> context.logger().info("{}", deeper(1));
      }
      return null;
    }

    private static int deeper(int depth) {
      return depth < 0 ? 0 : deeper(depth + 1) + 1;
    }
  }
}
