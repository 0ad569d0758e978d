package io.orrery.worker.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.catalog.PluginType;
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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PluginTriggersTest {

  private final Plugins plugins = Plugins.of(List.of(() -> List.of(Asked.class, Listening.class)));

  @Plugin(type = "test.Asked", title = "Is asked.")
  record Asked(@Doc("Where it looks.") Property<String> place)
      implements PollingTrigger<Asked.Output> {
    record Output(@Doc("What is there.") String content) {}

    @Override
    public List<Found<Output>> evaluate(RunContext context, Memory memory) {
      return List.of();
    }
  }

  @Plugin(type = "test.Listening", title = "Listens.")
  record Listening(@Doc("Where it listens.") Property<String> place)
      implements RealtimeTrigger<Asked.Output> {
    @Override
    public void listen(RunContext context, Memory memory, Emitter<Asked.Output> emitter) {
      emitter.connected();
    }
  }

  private PluginType described(String name) {
    return plugins.catalog().find(name).orElseThrow();
  }

  @Test
  void a_trigger_is_described_like_a_task_and_says_whether_it_listens() {
    var asked = described("test.Asked");
    assertThat(asked.kind()).isEqualTo(PluginType.Kind.TRIGGER);
    assertThat(asked.realtime()).isFalse();
    assertThat(asked.properties().keySet()).containsExactly("place", "interval", "timeout");
    assertThat(asked.outputs().keySet()).containsExactly("content");
    var listening = described("test.Listening");
    assertThat(listening.kind()).isEqualTo(PluginType.Kind.TRIGGER);
    assertThat(listening.realtime()).isTrue();
    assertThat(listening.properties().keySet()).containsExactly("place");
    assertThat(listening.outputs().keySet()).containsExactly("content");
  }

  @Test
  void a_trigger_is_made_of_its_properties_and_is_no_task() {
    assertThat(plugins.trigger("test.Asked", Map.of("place", "here"))).isInstanceOf(Asked.class);
    assertThat(plugins.has("test.Asked")).isFalse();
    assertThatThrownBy(() -> plugins.trigger("test.Asked", Map.of("plaec", "here")))
        .isInstanceOf(TaskFailure.class)
        .hasMessageContaining("plaec");
    assertThatThrownBy(() -> plugins.trigger("test.Nothing", Map.of()))
        .isInstanceOf(TaskFailure.class)
        .hasMessageContaining("no trigger of type 'test.Nothing'");
  }
}
