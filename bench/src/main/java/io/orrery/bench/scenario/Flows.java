package io.orrery.bench.scenario;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The flows that are timed, as people write them.
final class Flows {
  private Flows() {}

  static final String NAMESPACE = "bench";

  private static final String RETURN = "io.kestra.plugin.core.debug.Return";

  /// One task that logs a line.
  static String log(String id) {
    return """
    id: %s
    namespace: %s
    tasks:
      - id: say
        type: io.kestra.plugin.core.log.Log
        message: hello
    """
        .formatted(id, NAMESPACE);
  }

  /// `count` tasks, one after the other.
  static String sequence(String id, int count) {
    return head(id) + returns(count, "  ");
  }

  /// `count` tasks at once.
  static String parallel(String id, int count) {
    return head(id)
        + """
          - id: all
            type: io.kestra.plugin.core.flow.Parallel
            tasks:
        """
        + returns(count, "      ");
  }

  /// One task for each of `count` values.
  static String forEach(String id, int count, int concurrency) {
    var values =
        IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.joining(","));
    return head(id)
        + """
          - id: each
            type: io.kestra.plugin.core.flow.ForEach
            values: [%s]
            concurrencyLimit: %d
            tasks:
              - id: item
                type: %s
                format: "{{ taskrun.value }}"
        """
            .formatted(values, concurrency, RETURN);
  }

  /// Three loops inside one another, over `count` values each.
  static String nested(String id, int count) {
    var values =
        IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.joining(","));
    return head(id)
        + """
          - id: one
            type: io.kestra.plugin.core.flow.ForEach
            values: [%s]
            concurrencyLimit: 0
            tasks:
              - id: two
                type: io.kestra.plugin.core.flow.ForEach
                values: [%s]
                concurrencyLimit: 0
                tasks:
                  - id: three
                    type: io.kestra.plugin.core.flow.ForEach
                    values: [%s]
                    concurrencyLimit: 0
                    tasks:
                      - id: item
                        type: %s
                        format: "{{ taskrun.value }}"
        """
            .formatted(values, values, values, RETURN);
  }

  /// An execution of another flow for each of `count` values.
  static String subflows(String id, String child, int count) {
    var values =
        IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.joining(","));
    return head(id)
        + """
          - id: each
            type: io.kestra.plugin.core.flow.ForEach
            values: [%s]
            concurrencyLimit: 0
            tasks:
              - id: call
                type: io.kestra.plugin.core.flow.Subflow
                namespace: %s
                flowId: %s
        """
            .formatted(values, NAMESPACE, child);
  }

  /// An execution of another flow for each of `count` lines of a file.
  static String batches(String id, String child, int count) {
    return head(id)
        + """
          - id: lines
            type: io.kestra.plugin.core.storage.Write
            extension: .txt
            content: "{%% for i in range(1, %d) %%}{{ i }}\\n{%% endfor %%}"
          - id: each
            type: io.kestra.plugin.core.flow.ForEachItem
            items: "{{ outputs.lines.uri }}"
            namespace: %s
            flowId: %s
        """
            .formatted(count, NAMESPACE, child);
  }

  /// An execution of another flow for each `rows` lines of a file that has `count`.
  static String file(String id, String child, int count, int rows) {
    int part = Math.max(1, count / 10);
    var parts =
        IntStream.range(0, 10).mapToObj(_ -> "{{ outputs.part.uri }}").map(it -> "\"" + it + "\"");
    return head(id)
        + """
          - id: part
            type: io.kestra.plugin.core.storage.Write
            extension: .txt
            content: "{%% for i in range(1, %d) %%}line {{ i }}\\n{%% endfor %%}"
          - id: lines
            type: io.kestra.plugin.core.storage.Concat
            extension: .txt
            files: [%s]
          - id: each
            type: io.kestra.plugin.core.flow.ForEachItem
            items: "{{ outputs.lines.uri }}"
            batch: {rows: %d}
            namespace: %s
            flowId: %s
        """
            .formatted(part, parts.collect(Collectors.joining(", ")), rows, NAMESPACE, child);
  }

  /// One task with two outputs of about `kilobytes` together: one text may have no more than 16
  /// MiB.
  static String large(String id, int kilobytes) {
    var half =
        "\"{%% for i in range(1, %d) %%}%s{%% endfor %%}\""
            .formatted(Math.max(1, kilobytes / 20), "0123456789".repeat(1_000));
    return head(id)
        + """
          - id: much
            type: io.kestra.plugin.core.output.OutputValues
            values:
              one: %s
              two: %s
        """
            .formatted(half, half);
  }

  /// Ten tasks, and a promise that is judged after each.
  static String promising(String id) {
    return sequence(id, 10)
        + """
        sla:
          - id: right
            type: EXECUTION_ASSERTION
            behavior: FAIL
            assert: "{{ outputs.task0.value == 'value 0' or true }}"
        """;
  }

  /// One task by a schedule.
  ///
  /// @param cron with seconds, in UTC
  static String scheduled(String id, String cron) {
    return log(id)
        + """
        triggers:
          - id: due
            type: io.kestra.plugin.core.trigger.Schedule
            cron: "%s"
            withSeconds: true
            timezone: UTC
        """
            .formatted(cron);
  }

  /// `count` waits, one after the other.
  static String sleeps(String id, int count, String duration) {
    return head(id)
        + IntStream.range(0, count)
            .mapToObj(
                i ->
                    """
                      - id: wait%d
                        type: io.kestra.plugin.core.flow.Sleep
                        duration: %s
                    """
                        .formatted(i, duration))
            .collect(Collectors.joining());
  }

  private static String head(String id) {
    return """
    id: %s
    namespace: %s
    tasks:
    """
        .formatted(id, NAMESPACE);
  }

  private static String returns(int count, String indent) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                """
                - id: task%d
                  type: %s
                  format: "value %d"
                """
                    .formatted(i, RETURN, i)
                    .indent(indent.length()))
        .collect(Collectors.joining());
  }
}
