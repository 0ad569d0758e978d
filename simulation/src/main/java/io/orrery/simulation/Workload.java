package io.orrery.simulation;

import java.util.ArrayList;
import java.util.List;

/// Flows drawn from the seed. A task's id tells how it ends: `ok…`, `warn…`, `flaky…` (fails at
/// times), `bad…` (fails always); one whose id begins with `never` must never run.
final class Workload {

  private static final String NAMESPACE = "sim";
  private static final String FLOW = "io.kestra.plugin.core.flow.";

  private final World world;
  private int tasks;

  private Workload(World world) {
    this.world = world;
  }

  /// Sources of the flows of this world.
  static List<String> flows(World world) {
    var all = new ArrayList<String>();
    var it = new Workload(world);
    all.add(it.flow("sequence", it.limit(0.2), it.tasks(1, 4, 2)));
    all.add(it.flow("parallel", it.limit(0.2), it.parallel(2)));
    all.add(it.flow("loop", it.limit(0.2), it.loop(2) + it.task(2)));
    all.add(it.flow("branches", "", it.branches()));
    all.add(it.flow("pause", it.limit(0.3), it.pause()));
    all.add(it.flow("limited", it.limit(1), it.tasks(1, 2, 2)));
    all.add(it.flow("parent", it.limit(0.2), it.parent()));
    all.add(it.flow("each-minute", it.limit(0.3), it.tasks(1, 2, 2) + it.schedule()));
    all.add(it.flow("seldom", it.limit(0.3), it.tasks(1, 2, 2) + it.seldom()));
    all.add(it.flow("hooked", it.limit(0.2), it.tasks(1, 2, 2) + it.hook()));
    all.add(it.flow("deep", "", it.deep()));
    all.add(it.flow("promised", it.limit(0.3) + it.promises(), it.promised()));
    all.add(it.flow("until", it.limit(0.2), it.until()));
    all.add(it.flow("iterations", it.limit(0.2), it.iterations(1) + it.task(2)));
    all.add(it.flow("items", it.limit(0.2), it.items()));
    all.add(it.flow("listener", it.limit(0.2), it.tasks(1, 2, 2) + it.listens()));
    all.add(it.flow("gatherer", "", it.tasks(1, 2, 2) + it.gathers()));
    all.add(it.flow("folder", it.limit(0.2), it.folder(2) + it.task(2)));
    return all;
  }

  private String flow(String id, String limit, String body) {
    return "id: %s\nnamespace: %s\n%stasks:\n%s".formatted(id, NAMESPACE, limit, body);
  }

  private String limit(double probability) {
    return world.chance(probability)
        ? "concurrency:\n  limit: %d\n  behavior: %s\n"
            .formatted(
                world.between(1, 3), world.oneOf(List.of("QUEUE", "QUEUE", "CANCEL", "FAIL")))
        : "";
  }

  private String schedule() {
    return """
    triggers:
      - id: often
        type: io.kestra.plugin.core.trigger.Schedule
        cron: "*/%d * * * * *"
        withSeconds: true
        recoverMissedSchedules: ALL
        allowConcurrent: %s
    """
        .formatted(world.oneOf(List.of(2, 3, 5, 10)), world.chance(0.5));
  }

  /// Two that are mostly not in memory, at times due together.
  private String seldom() {
    return """
    triggers:
      - id: seldom
        type: io.kestra.plugin.core.trigger.Schedule
        cron: "*/%d * * * * *"
        withSeconds: true
        recoverMissedSchedules: %s
        allowConcurrent: true
      - id: one
        type: io.kestra.plugin.core.trigger.Schedule
        cron: "*/%d * * * * *"
        withSeconds: true
        recoverMissedSchedules: %s
        allowConcurrent: %s
    """
        .formatted(
            world.oneOf(List.of(15, 20, 30)),
            world.oneOf(List.of("ALL", "LAST", "NONE")),
            world.oneOf(List.of(6, 12, 30)),
            world.oneOf(List.of("ALL", "LAST", "NONE")),
            world.chance(0.5));
  }

  private String hook() {
    return """
    triggers:
      - id: %s
        type: io.kestra.plugin.core.trigger.Webhook
        key: sesame
    """
        .formatted(Users.HOOK);
  }

  /// One trigger is decided in the turn of the change, the other must be rendered first. Each fires
  /// for one flow's ends, so that what was started can be counted.
  private String listens() {
    return """
    triggers:
      - id: plain
        type: io.kestra.plugin.core.trigger.Flow
        states: [SUCCESS, WARNING, FAILED, KILLED, CANCELLED]
        conditions:
          - type: io.kestra.plugin.core.condition.ExecutionFlow
            namespace: sim
            flowId: sequence
      - id: rendered
        type: io.kestra.plugin.core.trigger.Flow
        states: [SUCCESS, WARNING, FAILED, KILLED, CANCELLED]
        inputs: {from: "{{ trigger.executionId }}"}
        conditions:
          - type: io.kestra.plugin.core.condition.ExecutionFlow
            namespace: sim
            flowId: parallel
          - type: io.kestra.plugin.core.condition.Expression
            expression: "{{ trigger.flowId == 'parallel' }}"
    listeners:
      - conditions:
          - {type: io.kestra.plugin.core.condition.Expression, expression: "{{ 1 == 1 }}"}
        tasks:
          - {id: okListened, type: sim.Work}
      - conditions:
          - {type: io.kestra.plugin.core.condition.Expression, expression: "{{ 1 == 2 }}"}
        tasks:
          - {id: neverListened, type: sim.Work}
    """;
  }

  private String gathers() {
    return """
    triggers:
      - id: both
        type: io.kestra.plugin.core.trigger.Flow
        preconditions:
          id: both
          timeWindow: {type: %s, window: PT%dS}
          flows:
            - {namespace: sim, flowId: sequence}
            - {namespace: sim, flowId: loop}
    """
        .formatted(
            world.oneOf(List.of("SLIDING_WINDOW", "DURATION_WINDOW")), world.between(5, 120));
  }

  private String tasks(int min, int max, int indent) {
    var text = new StringBuilder();
    for (int i = world.between(min, max); i > 0; i--) {
      text.append(task(indent));
    }
    return text.toString();
  }

  private String task(int indent) {
    var kind = world.oneOf(List.of("ok", "ok", "ok", "warn", "flaky", "flaky", "bad"));
    if (kind.equals("bad") && world.chance(0.6)) {
      kind = "ok";
    }
    var extra = new StringBuilder();
    if ((kind.equals("flaky") && world.chance(0.8)) || (kind.equals("bad") && world.chance(0.5))) {
      extra.append(
          "retry:\n  type: constant\n  interval: PT%dS\n  maxAttempts: %d\n"
              .formatted(world.between(1, 4), world.between(2, 5)));
      if (world.chance(0.15)) {
        extra.append("  behavior: CREATE_NEW_EXECUTION\n");
      }
    }
    if (kind.equals("bad") && world.chance(0.4)) {
      extra.append("allowFailure: true\n");
    }
    if (world.chance(0.15)) {
      extra.append("runIf: \"{{ 1 == %d }}\"\n".formatted(world.between(1, 2)));
    }
    return one(kind, extra.toString(), indent);
  }

  private String one(String kind, String extra, int indent) {
    return block("- id: %s%d\n  type: sim.Work\n%s".formatted(kind, ++tasks, in(extra, 2)), indent);
  }

  private String parallel(int indent) {
    return container(
        "Parallel", "concurrent: " + world.between(0, 2) + "\n", tasks(2, 5, 2), indent);
  }

  private String loop(int indent) {
    var values = new ArrayList<String>();
    for (int i = world.between(0, 6); i > 0; i--) {
      values.add("\"v" + i + "\"");
    }
    return container(
        "ForEach",
        "values: [%s]\nconcurrencyLimit: %d\n"
            .formatted(String.join(", ", values), world.between(0, 3)),
        tasks(1, 2, 2),
        indent);
  }

  /// The second and third task are chosen by what the first gave back.
  private String branches() {
    var first = one("ok", "", 2);
    var name = "ok" + tasks;
    var right = "{{ outputs.%s.value == '%s' }}".formatted(name, name);
    var text =
        first
            + block(
                "- id: if%d\n  type: %sIf\n  condition: \"%s\"\n  then:\n%s  else:\n%s"
                    .formatted(++tasks, FLOW, right, tasks(1, 2, 4), one("never", "", 4)),
                2)
            + container("AllowFailure", "", tasks(1, 2, 2), 2)
            + container("Sequential", "", tasks(1, 2, 2), 2);
    if (world.chance(0.7)) {
      text += "errors:\n" + tasks(1, 2, 2);
    }
    if (world.chance(0.7)) {
      text += "finally:\n" + tasks(1, 2, 2);
    }
    if (world.chance(0.5)) {
      text += "afterExecution:\n" + tasks(1, 2, 2);
    }
    if (world.chance(0.5)) {
      text +=
          "outputs:\n  - id: out\n    type: STRING\n    value: \"{{ outputs.%s.value }}\"\n"
              .formatted(name);
    }
    return text;
  }

  /// Promises that are broken at times: on the time, or on what the execution says of itself.
  private String promises() {
    var text = new StringBuilder("sla:\n");
    for (int i = world.between(1, 2); i > 0; i--) {
      var behavior = world.oneOf(List.of("FAIL", "CANCEL", "NONE"));
      text.append(
          "  - id: time%d\n    type: MAX_DURATION\n    behavior: %s\n    duration: PT%dS\n    labels:\n      late: yes%d\n"
              .formatted(i, behavior, world.between(1, 20), i));
    }
    if (world.chance(0.6)) {
      text.append(
          "  - id: word\n    type: EXECUTION_ASSERTION\n    behavior: %s\n    assert: \"%s\"\n"
              .formatted(
                  world.oneOf(List.of("FAIL", "CANCEL", "NONE")),
                  world.oneOf(
                      List.of(
                          "{{ labels.late is not defined }}",
                          "{{ vars.spoilt is not defined }}"))));
    }
    return text.toString();
  }

  private String promised() {
    var exit =
        "- id: exit%d\n  type: io.kestra.plugin.core.execution.Exit\n  state: %s\n  runIf: \"{{ 1 == %d }}\"\n"
            .formatted(
                ++tasks,
                world.oneOf(List.of("SUCCESS", "WARNING", "FAILED", "KILLED", "CANCELLED")),
                world.between(1, 2));
    var spoil =
        "- id: spoil%d\n  type: io.kestra.plugin.core.execution.SetVariables\n  variables:\n    spoilt: true\n"
            .formatted(++tasks);
    var asking =
        "- id: asking%d\n  type: %sPause\n  pauseDuration: PT%dS\n  onPause:\n%s"
            .formatted(
                ++tasks,
                FLOW,
                world.between(1, 5),
                one("ok", "", 0).replaceFirst("- ", "  ").indent(2));
    var text =
        container("Parallel", "", tasks(1, 3, 2) + block(asking, 2), 2)
            + container(
                "ForEach",
                "values: [1, 2, 3]\nconcurrencyLimit: 2\n",
                tasks(1, 2, 2) + (world.chance(0.5) ? block(exit, 2) : block(spoil, 2)),
                2)
            + tasks(1, 2, 2);
    return text + (world.chance(0.6) ? "finally:\n" + tasks(1, 2, 2) : "");
  }

  private String deep() {
    return container("Parallel", "", block(loop(0) + container("Sequential", "", loop(2), 0), 2), 2)
        + container("ForEach", "values: [\"a\", \"b\"]\n", block(parallel(0) + task(0), 2), 2);
  }

  private String pause() {
    var delay = world.chance(0.6) ? "delay: PT%dS\n".formatted(world.between(1, 10)) : "";
    var behavior =
        world.oneOf(List.of("", "", "behavior: WARN\n", "behavior: FAIL\n", "behavior: CANCEL\n"));
    var alone =
        block(
            "- id: pause%d\n  type: %sPause\n%s%s"
                .formatted(++tasks, FLOW, in(delay, 2), in(behavior, 2)),
            2);
    return task(2)
        + (world.chance(0.5) ? alone : container("Parallel", "", in(alone, 0) + tasks(1, 2, 2), 2))
        + task(2);
  }

  /// Tasks that share a folder, at times inside a loop, at times with something to keep of it.
  private String folder(int indent) {
    var properties = world.chance(0.5) ? "outputFiles: [\"*\"]\n" : "";
    if (world.chance(0.5)) {
      properties += "errors:\n" + tasks(1, 2, 2);
    }
    if (world.chance(0.4)) {
      properties += "finally:\n" + tasks(1, 2, 2);
    }
    if (world.chance(0.4)) {
      var inside = container("WorkingDirectory", properties, tasks(1, 4, 2), 2);
      return container("ForEach", "values: [1, 2, 3]\nconcurrencyLimit: 2\n", inside, indent);
    }
    return container("WorkingDirectory", properties, tasks(1, 4, 2), indent);
  }

  private String parent() {
    var child = world.oneOf(List.of("sequence", "limited", "loop", "branches", "pause"));
    var subflow =
        "- id: sub%d\n  type: %sSubflow\n  namespace: %s\n  flowId: %s\n  wait: %s\n  transmitFailed: %s\n"
            .formatted(++tasks, FLOW, NAMESPACE, child, world.chance(0.8), world.chance(0.7));
    if (world.chance(0.3)) {
      subflow += in("retry:\n  type: constant\n  interval: PT1S\n  maxAttempts: 2\n", 2);
    }
    if (world.chance(0.3)) {
      return container("ForEach", "values: [1, 2, 3]\nconcurrencyLimit: 2\n", block(subflow, 2), 2);
    }
    return task(2) + block(subflow, 2) + task(2);
  }

  /// Ends in the second or third round, or at its limit.
  private String until() {
    var name = "box" + (tasks + 1);
    return container(
            "LoopUntil",
            """
            condition: "{{ outputs.%s.iterationCount == %d }}"
            failOnMaxReached: %s
            checkFrequency: {interval: PT%dS, maxIterations: %d}
            """
                .formatted(
                    name,
                    world.between(1, 3),
                    world.chance(0.5),
                    world.between(0, 3),
                    world.between(1, 3)),
            tasks(1, 2, 2) + (world.chance(0.4) ? loop(2) : ""),
            2)
        + task(2);
  }

  private String iterations(int depth) {
    var values =
        world.oneOf(List.of("[]", "[1, 2, 1]", "{a: 1, b: 2}", "[1, 2, 3, 4, 5, 6]", "[7]"));
    var more = new StringBuilder();
    if (world.chance(0.5)) {
      more.append("breakWhen: \"{{ item.index == %d }}\"\n".formatted(world.between(0, 2)));
    }
    if (world.chance(0.6)) {
      more.append("outputs: [{id: v, type: STRING, value: \"{{ item.value }}\"}]\n");
      more.append("fetchType: %s\n".formatted(world.oneOf(List.of("AUTO", "STORE", "FETCH"))));
    }
    return container(
        "Loop",
        "values: %s\nconcurrencyLimit: %d\ntransmitFailed: %s\n%s"
            .formatted(values, world.between(0, 3), world.chance(0.6), more),
        tasks(1, 2, 2) + (world.chance(0.3) && depth < 3 ? iterations(depth + 1) : ""),
        2);
  }

  /// The worker makes up how many batches there are.
  private String items() {
    var child = world.oneOf(List.of("sequence", "limited", "branches", "pause"));
    var each =
        block(
            """
            - id: each%d
              type: %sForEachItem
              items: "kestra:///file.txt"
              namespace: %s
              flowId: %s
              wait: %s
              transmitFailed: %s
            """
                    .formatted(
                        ++tasks, FLOW, NAMESPACE, child, world.chance(0.8), world.chance(0.7))
                + (world.chance(0.3)
                    ? in("retry: {type: constant, interval: PT1S, maxAttempts: 2}\n", 2)
                    : ""),
            2);
    return each + task(2);
  }

  private String container(String type, String properties, String children, int indent) {
    return block(
        "- id: box%d\n  type: %s%s\n%s  tasks:\n%s"
            .formatted(++tasks, FLOW, type, in(properties, 2), in(children, 2)),
        indent);
  }

  private static String block(String text, int indent) {
    return in(text, indent);
  }

  private static String in(String text, int indent) {
    return text.isEmpty() ? "" : text.indent(indent);
  }
}
