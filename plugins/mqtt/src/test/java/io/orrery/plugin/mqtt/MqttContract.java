package io.orrery.plugin.mqtt;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.items.Items;
import io.orrery.testing.Emitted;
import io.orrery.testing.Listening;
import io.orrery.testing.TestContext;
import io.orrery.testing.TestMemory;
import io.orrery.testing.TestPlugins;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// What tasks and triggers do with any broker, in either version of the protocol.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MqttContract {

  private static final String PREFIX = "io.kestra.plugin.mqtt.";

  @TempDir static Path shared;
  private final TestPlugins plugins = new TestPlugins(new MqttPlugins());
  @Nullable Broker started;
  @TempDir Path folder;
  TestContext context;
  private String id = "";

  abstract String version();

  /// Whether the broker delivers what was not acknowledged to a session that comes back.
  boolean deliversAgain() {
    return true;
  }

  abstract Broker broker(Path place) throws Exception;

  @BeforeAll
  void start() throws Exception {
    var broker = broker(shared);
    broker.start();
    started = broker;
  }

  @AfterAll
  void stop() throws Exception {
    if (started != null) {
      started.stop();
    }
  }

  private Broker broker() {
    return requireNonNull(started);
  }

  @BeforeEach
  void open() {
    context = TestContext.in(folder, Map.of("PASSWORD", "s3cr3t-w0rd"));
    id = "id" + UUID.randomUUID();
  }

  private Map<String, Object> properties(Object... more) {
    var properties = new LinkedHashMap<String, Object>();
    properties.put("server", "tcp://127.0.0.1:" + broker().port());
    properties.put("version", version());
    properties.put("clientId", id);
    properties.put("topic", "test/" + id);
    for (int i = 0; i < more.length; i += 2) {
      properties.put((String) more[i], more[i + 1]);
    }
    return properties;
  }

  private Map<String, Object> publish(Object from, Object... more) throws Exception {
    var properties = properties(more);
    properties.put("from", from);
    properties.put("clientId", id + "-publisher");
    return plugins.run(PREFIX + "Publish", properties, context);
  }

  private Map<String, Object> subscribe(Object... more) throws Exception {
    return plugins.run(PREFIX + "Subscribe", properties(more), context);
  }

  /// The session of `clientId` is there, and keeps what is published from now on.
  private void session() throws Exception {
    subscribe("cleanSession", false, "maxDuration", "PT0.1S");
  }

  private List<@Nullable Object> payloads(Map<String, Object> output) throws Exception {
    var payloads = new ArrayList<@Nullable Object>();
    Items.forEach(
        URI.create((String) requireNonNull(output.get("uri"))),
        context,
        item -> payloads.add(((Map<?, ?>) requireNonNull(item)).get("payload")));
    return payloads;
  }

  private static List<@Nullable Object> payloads(Emitted<Message> emitted) {
    var payloads = new ArrayList<@Nullable Object>();
    emitted.executions().forEach(message -> payloads.add(message.payload()));
    return payloads;
  }

  private Listening listen(TestMemory memory, Emitted<Message> emitter, Object... more) {
    var trigger =
        plugins.trigger(PREFIX + "RealtimeTrigger", properties(more), RealtimeTrigger.class);
    return Listening.start(trigger, context, memory, emitter);
  }

  @Test
  void a_session_keeps_messages_and_they_are_read_as_they_were_published() throws Exception {
    session();
    assertThat(publish(List.of(Map.of("n", 1.5), "text", List.of(1))))
        .containsEntry("messagesCount", 3);
    var read = subscribe("cleanSession", false, "maxRecords", 3, "maxDuration", "PT1M");
    assertThat(read).containsEntry("messagesCount", 3);
    assertThat(payloads(read))
        .isEqualTo(List.of(Map.of("n", new BigDecimal("1.5")), "text", List.of(1)));
    assertThat(subscribe("cleanSession", false, "maxDuration", "PT1S"))
        .containsEntry("messagesCount", 0)
        .containsEntry("uri", null);
  }

  @Test
  void payloads_may_be_texts_or_bytes_and_retained() throws Exception {
    publish("{not json", "serdeType", "STRING", "retain", true);
    var text = subscribe("serdeType", "STRING", "maxRecords", 1);
    assertThat(payloads(text)).containsExactly("{not json");
    var bytes = subscribe("serdeType", "BYTES", "maxRecords", 1);
    assertThat((byte[]) payloads(bytes).getFirst()).hasSize(9);
    assertThatThrownBy(() -> subscribe("maxRecords", 1))
        .isInstanceOf(TaskFailure.class)
        .hasMessageContaining("no JSON")
        .hasMessageContaining("STRING");
  }

  @Test
  void a_polling_trigger_reads_what_came_since_it_was_last_asked() throws Exception {
    var trigger = plugins.trigger(PREFIX + "Trigger", properties(), Trigger.class);
    var memory = new TestMemory();
    assertThat(trigger.evaluate(context, memory)).isEmpty();
    publish(List.of("a", "b"));
    var found = trigger.evaluate(context, memory);
    assertThat(payloads(TestPlugins.seen(found.getFirst().output()))).containsExactly("a", "b");
    assertThat(trigger.evaluate(context, memory)).isEmpty();
  }

  @Test
  void each_message_starts_an_execution_whatever_its_quality() throws Exception {
    for (int qos = 0; qos <= 2; qos++) {
      var emitted = new Emitted<Message>();
      id = "id" + UUID.randomUUID();
      try (var _ = listen(new TestMemory(), emitted, "qos", qos)) {
        emitted.await("the connection", all -> !all.connection().isEmpty());
        // The broker may know of the subscription a moment later.
        publish("first", "qos", qos, "retain", true);
        emitted.await("the first", all -> !all.executions().isEmpty());
        publish(IntStream.range(0, 300).boxed().toList(), "qos", qos);
        emitted.await("all", all -> all.executions().size() == 301);
      }
      var expected = new ArrayList<@Nullable Object>();
      expected.add("first");
      IntStream.range(0, 300).forEach(expected::add);
      assertThat(payloads(emitted)).as("QoS %s", qos).isEqualTo(expected);
      assertThat(emitted.repeated()).isEmpty();
      var isNumbered = qos > 0;
      assertThat(emitted.executions()).allMatch(message -> message.id() > 0 == isNumbered);
    }
  }

  @Test
  void messages_that_look_the_same_are_not_the_same() throws Exception {
    var emitted = new Emitted<Message>();
    session();
    publish(List.of("on", "on", "on", "on"));
    try (var _ = listen(new TestMemory(), emitted)) {
      emitted.await("all", all -> all.executions().size() == 4);
    }
    assertThat(emitted.repeated()).isEmpty();
  }

  @Test
  void a_message_that_comes_again_starts_no_second_execution() throws Exception {
    assumeTrue(deliversAgain(), "this broker forgets what is under way when a client goes");
    for (int qos = 1; qos <= 2; qos++) {
      id = "id" + UUID.randomUUID();
      var emitted = new Emitted<Message>();
      var memory = new TestMemory();
      subscribe("qos", qos, "cleanSession", false, "maxDuration", "PT0.1S");
      publish(List.of("a", "b"), "qos", qos);
      emitted.dieAfter(found -> true);
      try (var listening = listen(memory, emitted, "qos", qos)) {
        listening.awaitEnd();
      }
      emitted.dieAfter(found -> false);
      publish(List.of("a", "c"), "qos", qos);
      try (var _ = listen(memory, emitted, "qos", qos)) {
        emitted.await("the last", all -> payloads(all).contains("c"));
      }
      assertThat(payloads(emitted)).as("QoS %s", qos).isEqualTo(List.of("a", "b", "a", "c"));
      assertThat(emitted.repeated()).as("QoS %s", qos).isNotEmpty();
    }
  }

  @Test
  void retained_messages_come_once_to_a_session_that_stays() throws Exception {
    publish("kept", "retain", true);
    var emitted = new Emitted<Message>();
    var memory = new TestMemory();
    try (var _ = listen(memory, emitted)) {
      emitted.await("it", all -> all.executions().size() == 1);
    }
    publish("new");
    try (var _ = listen(memory, emitted)) {
      emitted.await("the next", all -> all.executions().size() == 2);
    }
    assertThat(payloads(emitted)).containsExactly("kept", "new");
  }

  @Test
  void a_broker_that_goes_away_and_comes_back_costs_no_message() throws Exception {
    var emitted = new Emitted<Message>();
    session();
    publish("before");
    try (var _ = listen(new TestMemory(), emitted)) {
      emitted.await("the first", all -> all.executions().size() == 1);
      broker().stop();
      emitted.await("that it is away", all -> all.connection().size() == 2);
      broker().start();
      emitted.await("that it is back", all -> all.connection().size() == 3);
      publish("after", "retain", true);
      emitted.await("the second", all -> all.executions().size() == 2);
    }
    assertThat(payloads(emitted)).containsExactly("before", "after");
    assertThat(emitted.connection().getFirst()).isEqualTo("connected");
    assertThat(emitted.connection().get(1)).startsWith("disconnected: ");
    assertThat(emitted.connection().get(2)).isEqualTo("connected");
  }

  @Test
  void what_cannot_be_read_ends_the_listener_after_what_came_before_it() throws Exception {
    var emitted = new Emitted<Message>();
    session();
    publish(List.of("1", "{broken"), "serdeType", "STRING");
    try (var listening = listen(new TestMemory(), emitted)) {
      assertThatThrownBy(listening::awaitEnd).hasMessageContaining("no JSON");
    }
    assertThat(payloads(emitted)).isEqualTo(List.of(1));
  }

  @Test
  void a_kill_ends_a_task_that_waits_for_messages() throws Exception {
    var failures = new ArrayList<Throwable>();
    var task =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    subscribe();
                  } catch (Throwable e) {
                    failures.add(e);
                  }
                });
    task.interrupt();
    assertThat(task.join(Duration.ofSeconds(60))).isTrue();
    assertThat(failures).singleElement().isInstanceOf(InterruptedException.class);
  }

  @Test
  void an_error_says_what_is_wrong_and_no_password() {
    assertThatThrownBy(
            () ->
                publish(
                    "x", "server", "tcp://localhost:1", "username", "u", "password", "p4ssw0rd"))
        .isInstanceOf(TaskFailure.class)
        .hasMessageContaining("cannot connect to localhost")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("p4ssw0rd"));
    assertThat(context.masked("p4ssw0rd")).isEqualTo("******");
    assertThatThrownBy(() -> publish("x", "server", "http://localhost"))
        .hasMessageContaining("tcp:// or ssl://");
    assertThatThrownBy(() -> publish("x", "qos", 3)).hasMessageContaining("0, 1 or 2");
    assertThatThrownBy(() -> publish("x", "server", "ssl://localhost:1", "crt", "/nowhere.pem"))
        .isInstanceOf(java.io.IOException.class);
  }
}
