package io.orrery.plugin.mqtt;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What is read.
record SubscribeProperties(
    @Inline MqttProperties mqtt,
    @Doc(value = "A topic filter, or a list of them.", required = true) Property<Object> topic,
    @Doc(
            value =
                "Whether the broker forgets us when we go. Otherwise it keeps messages of QoS 1 and"
                    + " 2 for us meanwhile.",
            defaultText = "true for a task, false for a trigger")
        Property<Boolean> cleanSession) {

  /// @param keep whether the session stays unless the flow says otherwise
  MqttProperties.Login login(boolean keep, RunContext context) throws IOException {
    return mqtt.login(context.render(cleanSession).map(clean -> !clean).orElse(keep), context);
  }

  List<String> topics(RunContext context) {
    var topics = new ArrayList<String>();
    switch (context.require(topic, "topic")) {
      case Iterable<?> several -> several.forEach(each -> topics.add(String.valueOf(each)));
      case Object one -> topics.add(one.toString());
    }
    if (topics.isEmpty()) {
      throw new TaskFailure("'topic' is an empty list");
    }
    return topics;
  }
}
