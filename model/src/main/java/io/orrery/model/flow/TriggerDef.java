package io.orrery.model.flow;

import io.orrery.model.problem.Position;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What may start a flow.
public sealed interface TriggerDef {

  Common common();

  default String id() {
    return common().id();
  }

  /// What every trigger may say.
  ///
  /// @param labels tree of templates: a map, or a list of `{key, value}`
  /// @param stopAfter the trigger is disabled once an execution that it started ends in one of them
  /// @param failOnTriggerError whether an evaluation that fails makes a FAILED execution
  record Common(
      String id,
      String type,
      Optional<String> description,
      boolean disabled,
      Object labels,
      List<State> stopAfter,
      boolean failOnTriggerError,
      Position at) {
    public Common {
      stopAfter = List.copyOf(stopAfter);
    }

    /// A trigger that says little.
    public Common(
        String id,
        String type,
        Optional<String> description,
        boolean disabled,
        Object labels,
        Position at) {
      this(id, type, description, disabled, labels, List.of(), false, at);
    }

    Common disabledCopy() {
      return new Common(id, type, description, true, labels, stopAfter, failOnTriggerError, at);
    }
  }

  /// A schedule.
  ///
  /// @param moments when it is due
  /// @param zone absent: the server's zone
  /// @param inputs tree of templates
  /// @param lateMaximumDelay a slot later than this is skipped, visibly
  /// @param misfireThreshold a slot due for longer than this is late
  /// @param conditions a slot whose date does not satisfy all of them is none
  /// @param catchUp how late slots that fire are made up for
  /// @param jitter each slot is due up to so much later than its date, always the same for one
  ///   slot; zero: at its date
  /// @param overlap what becomes of a slot while the execution of an earlier one lives
  record Schedule(
      Common common,
      Moments moments,
      Optional<ZoneId> zone,
      Map<String, Object> inputs,
      Recover recover,
      Duration misfireThreshold,
      Optional<Duration> lateMaximumDelay,
      List<Condition> conditions,
      CatchUp catchUp,
      Duration jitter,
      Overlap overlap)
      implements TriggerDef {

    public static final Duration MISFIRE_THRESHOLD_DEFAULT = Duration.ofMinutes(1);

    /// This schedule, firing nothing: what a disabled flow makes of it.
    public Schedule disabledCopy() {
      return new Schedule(
          common.disabledCopy(),
          moments,
          zone,
          inputs,
          recover,
          misfireThreshold,
          lateMaximumDelay,
          conditions,
          catchUp,
          jitter,
          overlap);
    }

    public Schedule {
      conditions = List.copyOf(conditions);
      inputs = Copies.map(inputs);
    }

    /// Whether a slot fires although the execution of an earlier one lives.
    public boolean allowConcurrent() {
      return overlap == Overlap.ALLOW;
    }

    /// A cron schedule that says nothing more.
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
          new Moments.OfCron(cron, dialect, withSeconds, dst),
          zone,
          inputs,
          recover,
          misfireThreshold,
          lateMaximumDelay,
          List.of(),
          CatchUp.DEFAULT.withMaxBacklog(maxBacklog),
          Duration.ZERO,
          allowConcurrent ? Overlap.ALLOW : Overlap.HOLD);
    }
  }

  /// How late slots are made up for, one trigger's share of it.
  ///
  /// @param maxPerMinute how many executions are made for late slots within any minute, at least 1
  /// @param maxBacklog how many late slots are kept; older ones are skipped, visibly
  /// @param order whether the oldest late slot fires first (`ASC`), or the newest
  record CatchUp(int maxPerMinute, int maxBacklog, Order order) {
    public static final CatchUp DEFAULT = new CatchUp(60, 1000, Order.ASC);

    public CatchUp withMaxBacklog(int value) {
      return new CatchUp(maxPerMinute, value, order);
    }
  }

  /// Of dates: oldest or newest first.
  enum Order {
    ASC,
    DESC
  }

  /// What becomes of the slots of a schedule while an execution of it lives.
  enum Overlap {
    /// They fire beside it: `allowConcurrent: true`.
    ALLOW,
    /// They wait for its end, and then the recovery policy decides: `allowConcurrent: false`.
    HOLD,
    /// They are skipped, each when it is due.
    SKIP,
    /// The newest of them waits for its end, and fires then.
    QUEUE_ONE,
    /// All of them wait, and fire one after the other, oldest first.
    QUEUE_ALL,
    /// It is killed, and the newest of them fires as soon as it has ended.
    CANCEL_RUNNING
  }

  /// Fires when executions of other flows change their state.
  ///
  /// @param states of the watched execution; another one is not looked at
  /// @param conditions all of them must hold for the execution whose state changed
  /// @param gatherings each must be complete
  /// @param inputs tree of templates; they see the watched execution
  record FlowTrigger(
      Common common,
      Set<State> states,
      List<Condition> conditions,
      List<Gathering> gatherings,
      Map<String, Object> inputs)
      implements TriggerDef {

    /// Every end, and a pause.
    public static final Set<State> STATES_DEFAULT = statesDefault();

    private static Set<State> statesDefault() {
      var states = EnumSet.of(State.PAUSED);
      for (var state : State.values()) {
        if (state.terminal()) {
          states.add(state);
        }
      }
      return Collections.unmodifiableSet(states);
    }

    public FlowTrigger {
      states = Collections.unmodifiableSet(EnumSet.copyOf(states));
      conditions = List.copyOf(conditions);
      gatherings = List.copyOf(gatherings);
      inputs = Copies.map(inputs);
    }
  }

  /// Fires when its address is called.
  ///
  /// @param key template; whoever knows it may call
  /// @param conditions all of them must hold for a call
  /// @param inputs tree of templates
  /// @param response what the caller is told
  /// @param rateLimit how often it may be called; absent: as often as anybody likes
  record Webhook(
      Common common,
      String key,
      List<Condition> conditions,
      Map<String, Object> inputs,
      Response response,
      Optional<RateLimit> rateLimit)
      implements TriggerDef {
    public Webhook {
      conditions = List.copyOf(conditions);
      inputs = Copies.map(inputs);
    }

    /// At most `limit` calls at once, and on average no more than that in `per`.
    public record RateLimit(int limit, Duration per) {}

    /// @param await whether the caller waits for the execution's end
    /// @param returnOutputs whether it is told the execution's outputs; it waits for them then
    /// @param contentType of the outputs: `application/json` or `text/plain`
    /// @param code status of the answer, a number or a template of one; absent: by the outcome
    /// @param fetch whether the body is stored as a file
    public record Response(
        boolean await,
        boolean returnOutputs,
        String contentType,
        Optional<String> code,
        boolean fetch) {}
  }

  /// A plugin that runs on a worker.
  sealed interface OnWorker extends TriggerDef {

    /// Those of its type, as written, plugin defaults laid under.
    Map<String, Object> properties();

    /// All of them must hold for what was found; they see it as `trigger`.
    List<Condition> conditions();

    /// Tree of templates; they see what was found as `trigger`.
    Map<String, Object> inputs();

    /// Lighter lines are dropped.
    LogLevel logLevel();

    /// This trigger, finding nothing: what a disabled flow makes of it.
    OnWorker disabledCopy();
  }

  /// Is asked at an interval whether there is something new.
  ///
  /// @param interval from one evaluation to the next
  /// @param timeout a template or a duration's text; absent: as the installation says
  /// @param allowConcurrent it is asked again while an execution that it started lives
  record Polling(
      Common common,
      Map<String, Object> properties,
      List<Condition> conditions,
      Map<String, Object> inputs,
      LogLevel logLevel,
      Duration interval,
      Optional<String> timeout,
      boolean allowConcurrent)
      implements OnWorker {

    public static final Duration INTERVAL_DEFAULT = Duration.ofMinutes(1);

    public Polling {
      properties = Copies.map(properties);
      conditions = List.copyOf(conditions);
      inputs = Copies.map(inputs);
    }

    @Override
    public Polling disabledCopy() {
      return new Polling(
          common.disabledCopy(),
          properties,
          conditions,
          inputs,
          logLevel,
          interval,
          timeout,
          allowConcurrent);
    }
  }

  /// Listens all the time.
  record Realtime(
      Common common,
      Map<String, Object> properties,
      List<Condition> conditions,
      Map<String, Object> inputs,
      LogLevel logLevel)
      implements OnWorker {

    public Realtime {
      properties = Copies.map(properties);
      conditions = List.copyOf(conditions);
      inputs = Copies.map(inputs);
    }

    @Override
    public Realtime disabledCopy() {
      return new Realtime(common.disabledCopy(), properties, conditions, inputs, logLevel);
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
  record DstRule(Gap gap, DstRule.Overlap overlap) {
    public static final DstRule ORRERY = new DstRule(Gap.AT_GAP_END, DstRule.Overlap.FIRST);
    public static final DstRule LITERAL = new DstRule(Gap.SKIP, DstRule.Overlap.BOTH);

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
