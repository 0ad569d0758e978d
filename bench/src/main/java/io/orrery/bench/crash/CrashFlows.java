package io.orrery.bench.crash;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The flows that are cut off, and what each must have done in the end, computed from its one
/// input.
final class CrashFlows {
  private CrashFlows() {}

  static final String NAMESPACE = "crash";

  /// Started in turn.
  static final List<String> STARTED = List.of("chain", "shell", "loop", "calls", "flaky");

  /// Started by `calls`.
  static final String CHILD = "child";

  /// Started by its schedule, each second.
  static final String TICK = "tick";

  static final String INPUT = "x";

  private static final List<String> VALUES = List.of("1", "2", "3", "4");

  /// Of the one task that fails at first, in [#STARTED]'s `flaky`.
  static final int FLAKY_ATTEMPTS = 3;

  static final String FLAKY_TASK = "try";

  /// What one execution must have done.
  ///
  /// @param runs by task id, or `id[value]` in a loop: the value that a Return must have given;
  ///   empty for other tasks
  /// @param result the flow's output
  record Expected(Map<String, Optional<String>> runs, String result) {}

  static Expected expected(String flow, String x) {
    var runs = new LinkedHashMap<String, Optional<String>>();
    runs.put("a", Optional.of(x));
    return switch (flow) {
      case "chain" -> {
        runs.put("wait1", Optional.empty());
        runs.put("b", Optional.of(x + "b"));
        runs.put("wait2", Optional.empty());
        runs.put("c", Optional.of(x + "bc"));
        yield new Expected(runs, x + "bc");
      }
      case "shell" -> {
        runs.put("sh1", Optional.empty());
        runs.put("b", Optional.of(x + "y"));
        runs.put("sh2", Optional.empty());
        runs.put("c", Optional.of(x + "yc"));
        yield new Expected(runs, x + "yc");
      }
      case "loop" -> {
        runs.put("each", Optional.empty());
        for (var value : VALUES) {
          runs.put("wait[" + value + "]", Optional.empty());
          runs.put("item[" + value + "]", Optional.of(x + "-" + value));
        }
        runs.put("wait2", Optional.empty());
        runs.put("c", Optional.of(x + "-3c"));
        yield new Expected(runs, x + "-3c");
      }
      case "calls" -> {
        runs.put("ask", Optional.empty());
        runs.put("b", Optional.of(twice(x)));
        runs.put("wait", Optional.empty());
        runs.put("c", Optional.of(twice(x) + "c"));
        yield new Expected(runs, twice(x) + "c");
      }
      case "flaky" -> {
        runs.put(FLAKY_TASK, Optional.empty());
        runs.put("wait", Optional.empty());
        runs.put("b", Optional.of(x + "b"));
        runs.put("c", Optional.of(x + "bc"));
        yield new Expected(runs, x + "bc");
      }
      default -> throw new IllegalArgumentException(flow);
    };
  }

  private static String twice(String x) {
    return Integer.toString(Integer.parseInt(x) * 2);
  }

  /// All of them, as one text.
  static String sources() {
    return String.join(
        "---\n",
        flow(
            "chain",
            sleep("wait1")
                + give("b", "{{ outputs.a.value }}b")
                + sleep("wait2")
                + give("c", "{{ outputs.b.value }}c")),
        flow(
            "shell",
            shell("sh1", "sleep 0.2", "echo '::{\"outputs\":{\"y\":\"{{ inputs.x }}y\"}}::'")
                + give("b", "{{ outputs.sh1.vars.y }}")
                + shell("sh2", "test -n '{{ outputs.b.value }}'", "sleep 0.1")
                + give("c", "{{ outputs.b.value }}c")),
        flow("loop", loop() + sleep("wait2") + give("c", "{{ outputs.item['3'].value }}c")),
        flow(
            "calls",
            subflow()
                + give("b", "{{ outputs.ask.outputs.doubled }}")
                + sleep("wait")
                + give("c", "{{ outputs.b.value }}c")),
        flow(
            "flaky",
            flaky()
                + sleep("wait")
                + give("b", "{{ outputs.a.value }}b")
                + give("c", "{{ outputs.b.value }}c")),
        child(),
        tick());
  }

  private static String flow(String id, String tasks) {
    return """
    id: %s
    namespace: %s
    inputs:
      - id: %s
        type: INT
    tasks:
    """
            .formatted(id, NAMESPACE, INPUT)
        + give("a", "{{ inputs.x }}")
        + tasks
        + """
        outputs:
          - id: result
            type: STRING
            value: "{{ outputs.c.value }}"
        """;
  }

  private static String give(String id, String format) {
    return """
      - id: %s
        type: io.kestra.plugin.core.debug.Return
        format: "%s"
    """
        .formatted(id, format);
  }

  private static String sleep(String id) {
    return """
      - id: %s
        type: io.kestra.plugin.core.flow.Sleep
        duration: PT0.2S
    """
        .formatted(id);
  }

  private static String shell(String id, String first, String second) {
    return """
      - id: %s
        type: io.kestra.plugin.scripts.shell.Commands
        taskRunner:
          type: io.kestra.plugin.core.runner.Process
        commands:
          - >-
            %s
          - >-
            %s
    """
        .formatted(id, first, second);
  }

  private static String flaky() {
    return shell(FLAKY_TASK, "sleep 0.1", "test {{ taskrun.attemptsCount }} -ge 2")
        + """
            retry:
              type: constant
              interval: PT0.2S
              maxAttempts: 5
        """;
  }

  private static String loop() {
    return """
      - id: each
        type: io.kestra.plugin.core.flow.ForEach
        values: ["1", "2", "3", "4"]
        concurrencyLimit: 2
        tasks:
          - id: wait
            type: io.kestra.plugin.core.flow.Sleep
            duration: PT0.1S
          - id: item
            type: io.kestra.plugin.core.debug.Return
            format: "{{ inputs.x }}-{{ taskrun.value }}"
    """;
  }

  private static String subflow() {
    return """
      - id: ask
        type: io.kestra.plugin.core.flow.Subflow
        namespace: crash
        flowId: child
        wait: true
        transmitFailed: true
        inputs:
          number: "{{ inputs.x }}"
    """;
  }

  private static String child() {
    return """
    id: child
    namespace: crash
    inputs:
      - id: number
        type: INT
    tasks:
      - id: wait
        type: io.kestra.plugin.core.flow.Sleep
        duration: PT0.1S
      - id: double
        type: io.kestra.plugin.core.debug.Return
        format: "{{ inputs.number * 2 }}"
    outputs:
      - id: doubled
        type: INT
        value: "{{ outputs.double.value }}"
    """;
  }

  private static String tick() {
    return """
    id: tick
    namespace: crash
    tasks:
      - id: say
        type: io.kestra.plugin.core.log.Log
        message: "{{ trigger.date }}"
    triggers:
      - id: second
        type: io.kestra.plugin.core.trigger.Schedule
        cron: "* * * * * *"
        withSeconds: true
        timezone: UTC
        allowConcurrent: true
    """;
  }
}
