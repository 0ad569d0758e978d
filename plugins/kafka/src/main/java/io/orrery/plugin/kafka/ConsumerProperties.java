package io.orrery.plugin.kafka;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Property;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is read, and how.
record ConsumerProperties(
    @Inline KafkaProperties kafka,
    @Doc("A topic, or a list of topics.") Property<Object> topic,
    @Doc("A regular expression: all topics that it matches.") Property<String> topicPattern,
    @Doc("Only these partitions of the topics.") Property<List<Integer>> partitions,
    @Doc("The consumer group: it remembers what was read.") Property<String> groupId,
    @Doc(value = "Its kind; share groups are not there.", defaultText = "CONSUMER")
        Property<GroupType> groupType,
    @Doc(value = "What the bytes of keys mean.", defaultText = "STRING")
        Property<SerdeType> keyDeserializer,
    @Doc(value = "What the bytes of values mean.", defaultText = "STRING")
        Property<SerdeType> valueDeserializer,
    @Doc("What becomes of a message whose key or value cannot be read; a failure when left out.")
        @Nullable OnSerdeError onSerdeError,
    @Doc("Only messages from this moment on, where no group has a say; ISO 8601.")
        Property<String> since,
    @Doc("Only messages that have all these headers; the last of a name counts.")
        Property<Map<String, String>> headerFilters) {

  enum GroupType {
    CONSUMER
  }

  record OnSerdeError(
      @Doc(
              value =
                  "SKIPPED passes it by, STORE keeps its bytes as a file and says where in the log,"
                      + " DLQ sends it on to `topic`.",
              defaultText = "SKIPPED")
          Property<Behaviour> type,
      @Doc("Where it is sent; of DLQ.") Property<String> topic) {

    enum Behaviour {
      SKIPPED,
      DLQ,
      STORE
    }
  }
}
