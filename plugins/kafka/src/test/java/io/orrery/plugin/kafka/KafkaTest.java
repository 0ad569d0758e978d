package io.orrery.plugin.kafka;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.items.Items;
import io.orrery.testing.Emitted;
import io.orrery.testing.Listening;
import io.orrery.testing.TestContext;
import io.orrery.testing.TestMemory;
import io.orrery.testing.TestPlugins;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Against a real broker.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KafkaTest {

  private static final String PREFIX = "io.kestra.plugin.kafka.";

  @TempDir static Path shared;
  private final TestPlugins plugins = new TestPlugins(new KafkaPlugins());
  private Broker broker;
  @TempDir Path folder;
  private TestContext context;
  private String topic = "";

  @BeforeAll
  void start() throws IOException {
    broker = new Broker(shared);
    broker.start();
  }

  @AfterAll
  void stop() {
    broker.close();
  }

  @BeforeEach
  void topic() {
    context = TestContext.in(folder, Map.of("PASSWORD", "s3cr3t-w0rd"));
    topic = "topic-" + UUID.randomUUID();
  }

  private Map<String, Object> properties(Object... more) {
    var properties = new LinkedHashMap<String, Object>();
    properties.put("properties", cluster("auto.offset.reset", "earliest"));
    properties.put("topic", topic);
    for (int i = 0; i < more.length; i += 2) {
      properties.put((String) more[i], more[i + 1]);
    }
    return properties;
  }

  private Map<String, Object> cluster(String... more) {
    var cluster = new LinkedHashMap<String, Object>();
    cluster.put("bootstrap.servers", broker.servers());
    for (int i = 0; i < more.length; i += 2) {
      cluster.put(more[i], more[i + 1]);
    }
    return cluster;
  }

  private Map<String, Object> produce(Object from, Object... more) throws Exception {
    var properties = properties(more);
    properties.put("properties", cluster());
    properties.put("from", from);
    return plugins.run(PREFIX + "Produce", properties, context);
  }

  /// All to one partition, in order.
  private void produceValues(String... values) throws Exception {
    var messages = new ArrayList<Map<String, Object>>();
    for (var value : values) {
      messages.add(Map.of("value", value, "partition", 0));
    }
    produce(messages, "transactional", false); // a transaction takes a place in the partition
  }

  private Map<String, Object> consume(Object... more) throws Exception {
    var properties = properties(more);
    properties.putIfAbsent("pollDuration", "PT1S");
    return plugins.run(PREFIX + "Consume", properties, context);
  }

  private List<Map<?, ?>> messages(Object uri) throws Exception {
    var messages = new ArrayList<Map<?, ?>>();
    Items.forEach(
        URI.create(uri.toString()),
        context,
        item -> messages.add((Map<?, ?>) requireNonNull(item)));
    return messages;
  }

  private List<@Nullable Object> values(Map<String, Object> output) throws Exception {
    var values = new ArrayList<@Nullable Object>();
    messages(requireNonNull(output.get("uri")))
        .forEach(message -> values.add(message.get("value")));
    return values;
  }

  private Listening listen(TestMemory memory, Emitted<Message> emitter, Object... more) {
    var trigger =
        plugins.trigger(PREFIX + "RealtimeTrigger", properties(more), RealtimeTrigger.class);
    return Listening.start(trigger, context, memory, emitter);
  }

  private static List<@Nullable Object> values(Emitted<Message> emitted) {
    var values = new ArrayList<@Nullable Object>();
    emitted.executions().forEach(message -> values.add(message.value()));
    return values;
  }

  /// Where the group stands in partition 0.
  private long group(String group) {
    var client = new Properties();
    client.put("bootstrap.servers", broker.servers());
    client.put("group.id", group);
    try (var consumer =
        new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      var partition = new TopicPartition(topic, 0);
      var at = consumer.committed(Set.of(partition)).get(partition);
      return at == null ? -1 : at.offset();
    }
  }

  @Test
  void a_message_is_read_as_it_was_written() throws Exception {
    var at = Instant.parse("2026-03-01T10:15:30.123Z");
    assertThat(
            produce(
                Map.of(
                    "key", "k-{{ flow.id }}",
                    "value", Map.of("n", 1, "list", List.of("a", 2.5)),
                    "headers", Map.of("source", "test"),
                    "partition", 1,
                    "timestamp", at.toString()),
                "valueSerializer",
                "JSON"))
        .containsEntry("messagesCount", 1);
    var output = consume("valueDeserializer", "JSON");
    assertThat(output).containsEntry("messagesCount", 1);
    var message = messages(requireNonNull(output.get("uri"))).getFirst();
    assertThat(message.get("key")).isEqualTo("k-flow");
    assertThat(message.get("value"))
        .isEqualTo(Map.of("n", 1, "list", List.of("a", new java.math.BigDecimal("2.5"))));
    assertThat(message.get("headers")).isEqualTo(List.of(Map.of("source", "test")));
    assertThat(message.get("topic")).isEqualTo(topic);
    assertThat(message.get("partition")).isEqualTo(1);
    assertThat(message.get("timestamp")).isEqualTo(at);
    assertThat(message.get("offset")).isEqualTo(0);
    // What was read can be written again as it stands.
    produce(requireNonNull(output.get("uri")), "valueSerializer", "JSON", "topic", "unused");
    assertThat(consume("valueDeserializer", "JSON")).containsEntry("messagesCount", 2);
  }

  @Test
  void every_type_of_value_goes_out_and_comes_back() throws Exception {
    var values = new LinkedHashMap<String, Object>();
    values.put("STRING", "text");
    values.put("INTEGER", 7);
    values.put("LONG", 7_000_000_000L);
    values.put("SHORT", 7);
    values.put("FLOAT", 1.5);
    values.put("DOUBLE", 2.25);
    values.put("UUID", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
    values.put("JSON", List.of(1, Map.of("a", true)));
    for (var each : values.entrySet()) {
      var own = topic + each.getKey();
      produce(Map.of("value", each.getValue()), "topic", own, "valueSerializer", each.getKey());
      var back = values(consume("topic", own, "valueDeserializer", each.getKey()));
      assertThat(back).as(each.getKey()).isEqualTo(List.of(each.getValue()));
    }
    produce(Map.of("value", "AQI="), "valueSerializer", "BYTES");
    assertThat((byte[]) values(consume("valueDeserializer", "BYTE_ARRAY")).getFirst())
        .containsExactly(1, 2);
    assertThat(values(consume("valueDeserializer", "VOID"))).containsOnlyNulls();
    assertThatThrownBy(() -> produce(Map.of("value", "x"), "valueSerializer", "INTEGER"))
        .isInstanceOf(TaskFailure.class)
        .hasMessageContaining("value is no INTEGER");
  }

  @Test
  void a_group_goes_on_where_it_was_and_takes_no_more_than_it_was_asked_to() throws Exception {
    produceValues("a", "b", "c", "d", "e");
    var read = new ArrayList<@Nullable Object>();
    for (int i = 0; i < 3; i++) {
      read.addAll(values(consume("groupId", topic, "maxRecords", 2)));
      assertThat(read).hasSize(Math.min(5, 2 * (i + 1)));
    }
    assertThat(read).isEqualTo(List.of("a", "b", "c", "d", "e"));
    assertThat(consume("groupId", topic)).containsEntry("messagesCount", 0);
    assertThat(values(consume())).hasSize(5);
  }

  @Test
  void topics_may_be_several_or_a_pattern_and_messages_may_be_chosen_by_header() throws Exception {
    for (var name : List.of("one", "two")) {
      produce(Map.of("value", name, "headers", Map.of("kind", name)), "topic", topic + "." + name);
    }
    var both = List.of(topic + ".one", topic + ".two");
    assertThat(values(consume("topic", both))).containsExactlyInAnyOrder("one", "two");
    assertThat(values(consume("topic", both, "headerFilters", Map.of("kind", "two"))))
        .containsExactly("two");
    var pattern = properties("topicPattern", topic + "\\..*", "groupId", topic);
    pattern.remove("topic");
    pattern.put("pollDuration", "PT1S");
    assertThat(values(plugins.run(PREFIX + "Consume", pattern, context)))
        .containsExactlyInAnyOrder("one", "two");
    assertThatThrownBy(() -> consume("topicPattern", "x"))
        .hasMessageContaining("either a 'topic' or a 'topicPattern'");
  }

  @Test
  void reading_may_start_at_a_moment() throws Exception {
    produce(
        List.of(
            Map.of("value", "old", "timestamp", "2026-01-01T00:00:00Z", "partition", 0),
            Map.of("value", "new", "timestamp", "2026-02-01T00:00:00Z", "partition", 0)));
    assertThat(values(consume("since", "2026-01-15T00:00:00Z"))).containsExactly("new");
  }

  @Test
  void a_transaction_that_fails_writes_nothing() throws Exception {
    var broken = List.of(Map.of("value", "a"), Map.of("valeu", "b"));
    assertThatThrownBy(() -> produce(broken))
        .isInstanceOf(TaskFailure.class)
        .hasMessageContaining("[valeu]");
    assertThat(consume()).containsEntry("messagesCount", 0);
    assertThatThrownBy(() -> produce(broken, "transactional", false))
        .isInstanceOf(TaskFailure.class);
    assertThat(values(consume())).containsExactly("a");
  }

  @Test
  void what_cannot_be_read_is_a_failure_or_goes_where_it_was_said() throws Exception {
    produceValues("1", "{broken", "2");
    assertThatThrownBy(() -> consume("valueDeserializer", "JSON"))
        .isInstanceOf(TaskFailure.class)
        .hasMessageContaining(topic + "-0 at 1")
        .hasMessageContaining("onSerdeError");
    assertThat(
            values(consume("valueDeserializer", "JSON", "onSerdeError", Map.of("type", "SKIPPED"))))
        .isEqualTo(List.of(1, 2));
    var dead = topic + "-dead";
    consume("valueDeserializer", "JSON", "onSerdeError", Map.of("type", "DLQ", "topic", dead));
    assertThat(values(consume("topic", dead))).containsExactly("{broken");
    consume("valueDeserializer", "JSON", "onSerdeError", Map.of("type", "STORE"));
    assertThat(context.storage().size(URI.create("kestra:///" + topic + "-0-1.bin")))
        .isEqualTo("{broken".length());
  }

  @Test
  void a_polling_trigger_reads_each_message_once_whatever_crashes() throws Exception {
    var memory = new TestMemory();
    var trigger =
        plugins.trigger(
            PREFIX + "Trigger",
            properties("groupId", topic, "pollDuration", "PT1S"),
            Trigger.class);
    produceValues("a", "b");
    var first = trigger.evaluate(context, memory);
    assertThat(values(TestPlugins.seen(first.getFirst().output()))).containsExactly("a", "b");
    assertThat(group(topic)).isZero();
    // A crash after the commit, before the group was moved.
    produceValues("c");
    var second = trigger.evaluate(context, memory);
    assertThat(values(TestPlugins.seen(second.getFirst().output()))).containsExactly("c");
    trigger.taken(context, second);
    assertThat(group(topic)).isEqualTo(3);
    assertThat(trigger.evaluate(context, memory)).isEmpty();
    // A crash before the commit: nothing was kept, and the messages are there again.
    produceValues("d");
    trigger.evaluate(context, new TestMemory());
    var again = trigger.evaluate(context, memory);
    assertThat(values(TestPlugins.seen(again.getFirst().output()))).containsExactly("d");
  }

  @Test
  void a_new_group_that_starts_at_the_end_passes_nothing_by_from_then_on() throws Exception {
    var memory = new TestMemory();
    produceValues("before");
    var trigger =
        plugins.trigger(
            PREFIX + "Trigger",
            properties("properties", cluster(), "groupId", topic, "pollDuration", "PT1S"),
            Trigger.class);
    assertThat(trigger.evaluate(context, memory)).isEmpty();
    produceValues("after");
    var found = trigger.evaluate(context, memory);
    assertThat(values(TestPlugins.seen(found.getFirst().output()))).containsExactly("after");
  }

  @Test
  void each_message_starts_an_execution_and_its_group_is_moved_after_that() throws Exception {
    var emitted = new Emitted<Message>();
    produceValues("a", "b");
    try (var _ = listen(new TestMemory(), emitted, "groupId", topic)) {
      emitted.await("both", all -> all.executions().size() == 2);
      produceValues("c");
      emitted.await("the third", all -> all.executions().size() == 3);
    }
    assertThat(values(emitted)).containsExactly("a", "b", "c");
    assertThat(emitted.connection()).containsExactly("connected");
    assertThat(group(topic)).isEqualTo(3);
    var seen = TestPlugins.seen(emitted.executions().getFirst());
    assertThat(seen).containsEntry("offset", 0L).containsEntry("topic", topic);
  }

  @Test
  void a_message_that_comes_again_starts_no_second_execution() throws Exception {
    var emitted = new Emitted<Message>();
    produceValues("a", "b");
    emitted.dieAfter(found -> "b".equals(found.output().value()));
    try (var listening = listen(new TestMemory(), emitted, "groupId", topic)) {
      listening.awaitEnd();
    }
    assertThat(group(topic)).isZero();
    emitted.dieAfter(found -> false);
    produceValues("c");
    try (var _ = listen(new TestMemory(), emitted, "groupId", topic)) {
      emitted.await("the third", all -> all.executions().size() == 3);
    }
    assertThat(values(emitted)).containsExactly("a", "b", "c");
    assertThat(emitted.repeated())
        .extracting(Found::output)
        .extracting(Message::value)
        .containsExactly("a", "b");
  }

  @Test
  void messages_before_an_unreadable_one_are_handed_on_and_it_ends_the_listener() throws Exception {
    var emitted = new Emitted<Message>();
    produceValues("1", "{broken", "2");
    try (var listening =
        listen(new TestMemory(), emitted, "groupId", topic, "valueDeserializer", "JSON")) {
      assertThatThrownBy(listening::awaitEnd)
          .hasRootCauseInstanceOf(Exception.class)
          .hasMessageContaining("cannot be read");
    }
    assertThat(values(emitted)).isEqualTo(List.of(1));
    assertThat(group(topic)).isOne();
  }

  @Test
  void a_broker_that_goes_away_and_comes_back_costs_no_message() throws Exception {
    var emitted = new Emitted<Message>();
    produceValues("a");
    try (var _ = listen(new TestMemory(), emitted, "groupId", topic)) {
      emitted.await("the first", all -> all.executions().size() == 1);
      broker.kill();
      emitted.await("that it is away", all -> all.connection().size() == 2);
      broker.start();
      emitted.await("that it is back", all -> all.connection().size() == 3);
      produceValues("b", "c");
      emitted.await("all", all -> all.executions().size() == 3);
    }
    assertThat(values(emitted)).containsExactly("a", "b", "c");
    assertThat(emitted.connection())
        .containsExactly(
            "connected",
            "disconnected: no broker of " + broker.servers() + " answers",
            "connected");
  }

  @Test
  void a_kill_ends_a_task_that_waits_for_messages() throws Exception {
    produceValues("a");
    var failures = new ArrayList<Throwable>();
    var task =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    consume("pollDuration", "PT10M", "groupId", topic);
                  } catch (Throwable e) {
                    failures.add(e);
                  }
                });
    task.interrupt();
    assertThat(task.join(java.time.Duration.ofSeconds(60))).isTrue();
    assertThat(failures).singleElement().isInstanceOf(InterruptedException.class);
  }

  @Test
  void an_error_says_what_is_wrong_and_no_password() {
    var wrong =
        cluster(
            "security.protocol", "SASL_PLAINTEXT",
            "sasl.mechanism", "PLAIN",
            "sasl.jaas.config", "nonsense {{ secret('PASSWORD') }}");
    assertThatThrownBy(() -> consume("properties", wrong))
        .satisfies(
            e ->
                assertThat(context.masked(String.valueOf(e.getMessage())))
                    .doesNotContain("s3cr3t-w0rd"));
    assertThatThrownBy(() -> consume("properties", Map.of()))
        .hasMessageContaining("bootstrap.servers");
    assertThatThrownBy(
            () -> {
              var properties = properties("from", Map.of("value", "x"));
              properties.put(
                  "properties", Map.of("bootstrap.servers", "localhost:1", "max.block.ms", "1000"));
              plugins.run(PREFIX + "Produce", properties, context);
            })
        .hasMessageContaining("Timeout");
  }

  @Test
  void a_key_of_a_message_tells_its_place_and_time() throws Exception {
    var emitted = new Emitted<Message>();
    produce(Map.of("value", "a", "partition", 0, "timestamp", 1000));
    try (var _ = listen(new TestMemory(), emitted, "groupId", topic)) {
      emitted.await("it", all -> all.executions().size() == 1);
    }
    try (var _ = listen(new TestMemory(), emitted, "groupId", topic + "-other")) {
      emitted.await("it again", all -> all.repeated().size() == 1);
    }
    assertThat(emitted.repeated().getFirst().key()).contains(topic + "-0-0-1000");
  }
}
