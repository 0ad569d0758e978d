package io.orrery.model.flow;

import io.orrery.model.problem.Position;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/// What may start a flow.
public sealed interface TriggerDef {

  Common common();

  default String id() {
    return common().id();
  }

  /// What every trigger may say.
  ///
  /// @param labels tree of templates: a map, or a list of `{key, value}`
  record Common(
      String id,
      String type,
      Optional<String> description,
      boolean disabled,
      Object labels,
      Position at) {}

  /// A cron schedule.
  ///
  /// @param cron text that its dialect accepts
  /// @param zone absent: the server's zone
  /// @param inputs tree of templates
  /// @param lateMaximumDelay a slot later than this is skipped, visibly
  /// @param misfireThreshold a slot due for longer than this is late
  /// @param extra what else the text says, by name and as written: `conditions`, `when`,
  ///   `stopAfter`, `catchUp`, `jitter`, `overlap` and the like
  /// @param allowConcurrent a slot may fire while the execution of an earlier one lives
  /// @param maxBacklog how many late slots are kept; older ones are skipped, visibly
  record Schedule(
      Common common,
      String cron,
      CronDialect dialect,
      boolean withSeconds,
      Optional<ZoneId> zone,
      Map<String, Object> inputs,
      Recover recover,
      Duration misfireThreshold,
      Optional<Duration> lateMaximumDelay,
      DstRule dst,
      Map<String, Object> extra,
      boolean allowConcurrent,
      int maxBacklog)
      implements TriggerDef {

    public static final int MAX_BACKLOG_DEFAULT = 1000;
    public static final Duration MISFIRE_THRESHOLD_DEFAULT = Duration.ofMinutes(1);

    /// This schedule, firing nothing: what a disabled flow makes of it.
    public Schedule disabledCopy() {
      return new Schedule(
          new Common(
              common.id(), common.type(), common.description(), true, common.labels(), common.at()),
          cron,
          dialect,
          withSeconds,
          zone,
          inputs,
          recover,
          misfireThreshold,
          lateMaximumDelay,
          dst,
          extra,
          allowConcurrent,
          maxBacklog);
    }

    public Schedule {
      inputs = Copies.map(inputs);
      extra = Copies.map(extra);
    }

    /// A schedule that says nothing more.
    public Schedule(
        Common common,
        String cron,
        CronDialect dialect,
        boolean withSeconds,
        Optional<ZoneId> zone,
        Map<String, Object> inputs,
        Recover recover,
        Duration misfireThreshold,
        Optional<Duration> lateMaximumDelay,
        DstRule dst,
        boolean allowConcurrent,
        int maxBacklog) {
      this(
          common,
          cron,
          dialect,
          withSeconds,
          zone,
          inputs,
          recover,
          misfireThreshold,
          lateMaximumDelay,
          dst,
          Map.of(),
          allowConcurrent,
          maxBacklog);
    }
  }

  /// A trigger that parses and is kept, though nothing here fires it yet.
  ///
  /// @param properties as written
  record Other(Common common, Map<String, Object> properties) implements TriggerDef {
    public Other {
      properties = Copies.map(properties);
    }
  }

  /// What becomes of slots that are late: all fire, the newest alone, or none. Kestra's names.
  enum Recover {
    ALL,
    LAST,
    NONE
  }

  enum CronDialect {
    UNIX,
    KESTRA,
    QUARTZ
  }

  /// What becomes of local times that do not exist (gap) or exist twice (overlap).
  record DstRule(Gap gap, Overlap overlap) {
    public static final DstRule ORRERY = new DstRule(Gap.AT_GAP_END, Overlap.FIRST);
    public static final DstRule LITERAL = new DstRule(Gap.SKIP, Overlap.BOTH);

    public enum Gap {
      AT_GAP_END,
      SKIP,
      SHIFT
    }

    public enum Overlap {
      FIRST,
      SECOND,
      BOTH
    }
  }
}
