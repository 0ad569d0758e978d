package io.orrery.plugin.kafka;

import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/// Which messages are asked for, rendered and checked.
///
/// @param topics empty: those of `pattern`
/// @param partitions empty: all
/// @param since empty: from the beginning, or where the group stands
record Subscription(
    List<String> topics,
    Optional<Pattern> pattern,
    List<Integer> partitions,
    Optional<String> groupId,
    Optional<Instant> since) {

  /// @param client may name the group as well, as `group.id`
  static Subscription of(ConsumerProperties properties, Properties client, RunContext context) {
    var topics = topics(context.render(properties.topic()));
    var pattern = context.render(properties.topicPattern()).map(Subscription::pattern);
    if (topics.isEmpty() == pattern.isEmpty()) {
      throw new TaskFailure("there must be either a 'topic' or a 'topicPattern'");
    }
    var group =
        context
            .render(properties.groupId())
            .or(() -> Optional.ofNullable(client.getProperty(ConsumerConfig.GROUP_ID_CONFIG)));
    return new Subscription(
        topics,
        pattern,
        context.render(properties.partitions()).orElse(List.of()),
        group,
        context.render(properties.since()).map(Subscription::moment));
  }

  private static List<String> topics(Optional<Object> rendered) {
    return switch (rendered.orElse(List.of())) {
      case Iterable<?> several -> {
        var topics = new ArrayList<String>();
        several.forEach(topic -> topics.add(String.valueOf(topic)));
        yield topics;
      }
      case Object one -> List.of(one.toString());
    };
  }

  private static Pattern pattern(String regex) {
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new TaskFailure("'topicPattern' is no regular expression: " + e.getMessage(), e);
    }
  }

  private static Instant moment(String text) {
    try {
      return ZonedDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw new TaskFailure("'since' is no moment with a zone: " + text, e);
    }
  }

  /// The consumer that fits, with what is not said in `client`.
  Properties consumer(Properties client) {
    var consumer = new Properties();
    consumer.putAll(client);
    groupId.ifPresent(group -> consumer.setProperty(ConsumerConfig.GROUP_ID_CONFIG, group));
    consumer.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    consumer.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    return consumer;
  }

  /// @throws TaskFailure when there is none
  String group() {
    return groupId.orElseThrow(
        () -> new TaskFailure("a trigger needs a 'groupId': it remembers what was read"));
  }

  /// Lets the group share the partitions out.
  void join(Consumer<?, ?> consumer) {
    var pinning =
        new ConsumerRebalanceListener() {
          @Override
          public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

          @Override
          public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            pin(consumer, partitions);
          }
        };
    if (pattern.isPresent()) {
      consumer.subscribe(pattern.get(), pinning);
    } else {
      consumer.subscribe(topics, pinning);
    }
  }

  /// All partitions that there are now, without the group's sharing.
  List<TopicPartition> all(Consumer<?, ?> consumer) {
    var all = new ArrayList<TopicPartition>();
    if (pattern.isPresent()) {
      consumer
          .listTopics()
          .forEach(
              (topic, infos) -> {
                if (pattern.get().matcher(topic).matches()) {
                  infos.forEach(info -> all.add(new TopicPartition(topic, info.partition())));
                }
              });
    } else {
      for (var topic : topics) {
        consumer
            .partitionsFor(topic)
            .forEach(info -> all.add(new TopicPartition(topic, info.partition())));
      }
    }
    if (!partitions.isEmpty()) {
      all.removeIf(partition -> !partitions.contains(partition.partition()));
    }
    all.sort(
        java.util.Comparator.comparing(TopicPartition::topic)
            .thenComparingInt(TopicPartition::partition));
    return all;
  }

  /// Remembers where the group stands in partitions that it did not read yet, before anything is
  /// read: what comes from now on is not passed by, though it may come while nobody reads.
  static void pin(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    var known = consumer.committed(Set.copyOf(partitions));
    var positions = new HashMap<TopicPartition, OffsetAndMetadata>();
    for (var partition : partitions) {
      if (known.get(partition) == null) {
        positions.put(partition, new OffsetAndMetadata(consumer.position(partition)));
      }
    }
    if (!positions.isEmpty()) {
      consumer.commitSync(positions);
    }
  }

  /// Where reading starts in partitions that no group has a say in.
  void seek(Consumer<?, ?> consumer, List<TopicPartition> from) {
    if (since.isEmpty()) {
      consumer.seekToBeginning(from);
      return;
    }
    Map<TopicPartition, Long> asked = new HashMap<>();
    from.forEach(partition -> asked.put(partition, since.get().toEpochMilli()));
    consumer
        .offsetsForTimes(asked)
        .forEach(
            (partition, found) -> {
              if (found == null) {
                consumer.seekToEnd(List.of(partition));
              } else {
                consumer.seek(partition, found.offset());
              }
            });
  }
}
