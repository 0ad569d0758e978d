package io.orrery.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.id.FlowId;
import io.orrery.model.state.State;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A command that breaks an invariant half-way.
final class BrokenTurnTest {

  private static final String OTHER =
      """
      id: g
      namespace: test
      tasks: [{id: b, type: Log}]
      """;

  private static final String FLOW =
      """
      id: f
      namespace: test
      tasks: [{id: a, type: Log}]
      triggers: [{id: hourly, type: Schedule, cron: "0 * * * *", timezone: UTC}]
      """;

  @TempDir Path folder;

  @Test
  void nothing_of_it_is_kept_and_what_runs_beside_it_goes_on() {
    try (var world = new LimitedWorld(folder, 1)) {
      world.save(OTHER);
      world.save(FLOW + "description: the first\n");
      world.start("f");
      assertThat(world.jobs()).hasSize(1);
      world.passes(Duration.ofMinutes(50));
      // The second reading of the revision that is replaced comes when the save is half decided.
      world.breakReading("the first", 2);
      var wrong = world.saveBeside(FLOW + "description: the second\n", new FlowId("test", "g"));
      assertThat(wrong).hasSize(2);
      assertThat(wrong.getFirst()).contains("planted");
      assertThat(wrong.getLast()).contains("a command that cannot be");
      // What was asked for in the same turn was done, and no job left twice: the world would say
      // so.
      assertThat(world.jobs()).hasSize(2);
      world.end(world.jobs().getFirst(), State.SUCCESS);
      assertThat(world.jobs()).extracting(job -> job.flow().id()).containsExactly("g");
      world.passes(Duration.ofMinutes(20));
      assertThat(world.jobs()).extracting(job -> job.flow().id()).containsExactly("g", "f");
      assertThat(world.jobs().getLast().revision()).isEqualTo(1);
      world.save(FLOW + "description: the second\n");
      world.passes(Duration.ofMinutes(60));
      assertThat(world.jobs()).hasSize(2); // held by the first
    }
  }
}
