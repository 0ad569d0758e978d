package io.orrery.plugin.core.flow;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.core.flow.Sleep",
    aliases = "io.kestra.core.tasks.flows.Sleep",
    light = true,
    title = "Waits on a worker for a while.",
    description = "A worker is busy for that long. Pause waits without one.",
    examples =
        @Example(
            """
            id: wait
            type: io.kestra.plugin.core.flow.Sleep
            duration: PT5S
            """))
public record Sleep(@Doc(value = "How long.", required = true) Property<Duration> duration)
    implements RunnableTask<Void> {

  @Override
  public @Nullable Void run(RunContext context) throws InterruptedException {
    var wait = context.require(duration, "duration");
    context.logger().info("Waiting for {}", wait);
    var nanos = TimeUnit.NANOSECONDS.convert(wait);
    // Nobody counts it down: only time or an interrupt ends the wait.
    boolean _ = new CountDownLatch(1).await(nanos, TimeUnit.NANOSECONDS);
    return null;
  }
}
