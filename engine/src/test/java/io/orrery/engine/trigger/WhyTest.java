package io.orrery.engine.trigger;

import static io.orrery.engine.trigger.Sample.ID;
import static io.orrery.engine.trigger.Sample.UTC;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Inquiry.Edition;
import io.orrery.engine.trigger.Upcoming.Standing;
import io.orrery.model.flow.Condition;
import io.orrery.model.flow.Moments;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import io.orrery.model.flow.TriggerDef.Overlap;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a person is told about a slot, word by word, for each way in which it can end.
class WhyTest {

  private static final String DAY = "2026-03-01T";

  /// A schedule, and everything that was decided about it.
  private static final class Book {
    private Schedule schedule;
    private int revision = 1;
    private final Instant since;
    private TriggerState state;
    private final List<LedgerLine> lines = new ArrayList<>();
    private final Map<ExecutionId, State> executions = new HashMap<>();
    private final List<Edition> editions = new ArrayList<>();
    private Optional<Instant> kept = Optional.empty();

    Book(Schedule schedule, String defined) {
      this.schedule = schedule;
      since = at(defined);
      editions.add(new Edition(schedule, 1));
      state = TriggerState.unseen(ID, since);
      happened(new TriggerEvent.Defined(1, since));
    }

    Book happened(TriggerEvent event) {
      return took(Triggers.decide(schedule, UTC, state, event));
    }

    Book due(String time, Cause cause) {
      return happened(new TriggerEvent.Due(at(time), cause));
    }

    Book took(TriggerTransition transition) {
      state = transition.state();
      lines.addAll(transition.fires());
      lines.addAll(transition.skips());
      transition.starts().forEach(start -> executions.put(start.id(), State.SUCCESS));
      return this;
    }

    Book are(State now) {
      executions.replaceAll((_, _) -> now);
      return this;
    }

    Inquiry inquiry(String now) {
      return new Inquiry(
          new Edition(schedule, revision),
          UTC,
          Optional.empty(),
          Optional.of(state),
          since,
          executions,
          kept,
          at(now));
    }

    Why why(String slot, String now) {
      var instant = at(slot);
      var covering =
          lines.stream()
              .filter(line -> !line.first().isAfter(instant) && !line.last().isBefore(instant))
              .toList();
      var standIn =
          covering.stream()
              .filter(SkipRange.class::isInstance)
              .flatMap(
                  range ->
                      lines.stream()
                          .filter(Fire.class::isInstance)
                          .map(Fire.class::cast)
                          .filter(fire -> fire.slot().isAfter(range.last()))
                          .filter(fire -> fire.decidedAt().equals(range.decidedAt())))
              .findFirst();
      return Whys.of(inquiry(now), new Whys.Asked(instant, editions.getFirst(), covering, standIn));
    }

    String line(String slot, String now) {
      var why = why(slot, now);
      var line = why.line();
      for (var execution : executions.keySet()) line = line.replace(execution.value(), "X");
      return why.kind() + " | " + line;
    }
  }

  private static Instant at(String time) {
    return Instant.parse(time.contains("T") ? time : DAY + time + "Z");
  }

  private static Book hourly(Sample sample) {
    return new Book(sample.schedule(), "00:30:00");
  }

  private static Sample everyHour() {
    return Sample.cron("0 * * * *");
  }

  private static Book with(Condition condition) {
    return new Book(conditioned(everyHour().schedule(), condition), "00:30:00");
  }

  private static Schedule conditioned(Schedule plain, Condition condition) {
    return new Schedule(
        plain.common(),
        plain.moments(),
        plain.zone(),
        plain.inputs(),
        plain.recover(),
        plain.misfireThreshold(),
        plain.lateMaximumDelay(),
        List.of(condition),
        plain.catchUp(),
        plain.jitter(),
        plain.overlap());
  }

  @Test
  void fired_on_time() {
    var book = hourly(everyHour()).due("01:00:00.004", Cause.ON_TIME);
    assertThat(book.line("01:00:00", "01:30:00"))
        .isEqualTo(
            "FIRED_ON_TIME | 2026-03-01T01:00:00Z fired on time, 4 ms after its instant:"
                + " execution X (SUCCESS).");
    assertThat(book.are(State.QUEUED).line("01:00:00", "01:30:00"))
        .endsWith("execution X (QUEUED: the flow's concurrency limit is reached).");
    book.executions.clear();
    assertThat(book.why("01:00:00", "01:30:00").line()).endsWith(" (deleted since).");
    assertThat(book.why("01:00:00", "01:30:00").next()).contains(at("02:00:00"));
    assertThat(book.why("01:00:00", "01:30:00").previous()).isEmpty();
  }

  @Test
  void fired_late_with_its_cause_and_the_policy() {
    var book = hourly(everyHour()).due("01:03:12", Cause.RESTART);
    assertThat(book.line("01:00:00", "01:30:00"))
        .isEqualTo(
            "FIRED_LATE | 2026-03-01T01:00:00Z fired late by 3 min 12 s, since the server was"
                + " started again (RESTART); recoverMissedSchedules is ALL: execution X"
                + " (SUCCESS).");
  }

  @Test
  void coalesced_into_the_newest() {
    var book = hourly(everyHour().recover(Recover.LAST)).due("05:10:00", Cause.DB_OUTAGE);
    assertThat(book.line("02:00:00", "05:30:00"))
        .isEqualTo(
            "COALESCED | 2026-03-01T02:00:00Z did not fire by itself, since the database did not"
                + " answer (DB_OUTAGE): of 5 late slots the newest, 2026-03-01T05:00:00Z, fired"
                + " for all; recoverMissedSchedules is LAST: execution X (SUCCESS).");
    assertThat(book.line("05:00:00", "05:30:00"))
        .isEqualTo(
            "FIRED_LATE | 2026-03-01T05:00:00Z fired late by 10 min, since the database did not"
                + " answer (DB_OUTAGE); recoverMissedSchedules is LAST: execution X (SUCCESS)."
                + " It stands for 5 slots.");
  }

  @Test
  void skipped_by_policy() {
    var book = hourly(everyHour().recover(Recover.NONE)).due("05:10:00", Cause.RESTART);
    assertThat(book.line("02:00:00", "05:30:00"))
        .isEqualTo(
            "SKIPPED_POLICY | 2026-03-01T02:00:00Z was skipped: it was late, since the server was"
                + " started again (RESTART), and recoverMissedSchedules NONE fires nothing late."
                + " It is one of 5 slots from 2026-03-01T01:00:00Z to 2026-03-01T05:00:00Z.");
  }

  @Test
  void skipped_as_too_late() {
    var book =
        hourly(everyHour().atMostLate(Duration.ofMinutes(90))).due("05:10:00", Cause.UNKNOWN);
    assertThat(book.line("03:00:00", "05:30:00"))
        .isEqualTo(
            "SKIPPED_LATE | 2026-03-01T03:00:00Z was skipped: when it could be decided it was"
                + " 2 h 10 min late, for a cause that is not known (UNKNOWN), more than"
                + " lateMaximumDelay of PT1H30M. It is one of 3 slots from 2026-03-01T01:00:00Z"
                + " to 2026-03-01T03:00:00Z.");
  }

  @Test
  void skipped_while_disabled() {
    var book =
        hourly(everyHour())
            .happened(new TriggerEvent.Disabled("disabled by a user", at("00:40:00")));
    assertThat(book.line("01:00:00", "01:30:00"))
        .isEqualTo(
            "DISABLED | 2026-03-01T01:00:00Z is not decided: the trigger is disabled (disabled by"
                + " a user). The slots since are skipped when it is enabled again, unless it is"
                + " asked to recover them.");
    assertThat(book.line("02:00:00", "01:30:00"))
        .isEqualTo(
            "DISABLED | 2026-03-01T02:00:00Z will not fire as long as the trigger is disabled"
                + " (disabled by a user).");
    book.happened(new TriggerEvent.Enabled(at("01:40:00"), Recover.NONE));
    assertThat(book.line("01:00:00", "01:50:00"))
        .isEqualTo(
            "SKIPPED_DISABLED | 2026-03-01T01:00:00Z was skipped: the trigger was disabled when"
                + " it was due.");
  }

  @Test
  void disabled_by_its_text() {
    assertThat(hourly(everyHour().disabledByText()).line("02:00:00", "01:30:00"))
        .isEqualTo(
            "DISABLED | 2026-03-01T02:00:00Z will not fire as long as the trigger is disabled"
                + " (its definition or its flow says disabled: true).");
  }

  @Test
  void given_up_by_the_cap_of_the_backlog() {
    var book = hourly(everyHour().maxBacklog(2)).due("05:10:00", Cause.STALL);
    assertThat(book.line("01:00:00", "05:30:00"))
        .isEqualTo(
            "SKIPPED_BACKLOG_CAP | 2026-03-01T01:00:00Z was skipped: more slots were late, since"
                + " the server stood still (STALL), than maxBacklog keeps (2), and the oldest"
                + " were given up. It is one of 3 slots from 2026-03-01T01:00:00Z to"
                + " 2026-03-01T03:00:00Z. A backfill makes them up.");
  }

  @Test
  void waiting_for_the_execution_before_it() {
    var book = hourly(everyHour().oneAtATime()).due("01:00:00", Cause.ON_TIME).are(State.RUNNING);
    assertThat(book.line("02:00:00", "02:05:00"))
        .isEqualTo(
            "HELD | 2026-03-01T02:00:00Z is due since 5 min and waits: execution X (RUNNING) has"
                + " not ended, and allowConcurrent is false. Then recoverMissedSchedules ALL"
                + " decides.");
    assertThat(book.line("02:00:00", "01:58:00"))
        .isEqualTo(
            "PREDICTED | 2026-03-01T02:00:00Z is to come, in 2 min: it will fire then. It waits"
                + " for execution X (RUNNING) to end.");
    var holder = book.state.holder().orElseThrow();
    book.happened(new TriggerEvent.HolderEnded(holder, State.SUCCESS, at("02:20:00")));
    assertThat(book.line("02:00:00", "02:30:00"))
        .startsWith(
            "FIRED_LATE | 2026-03-01T02:00:00Z fired late by 20 min, since an earlier execution"
                + " had not ended (LOCKED); recoverMissedSchedules is ALL");
  }

  @Test
  void waiting_by_a_rule_for_overlaps() {
    var book =
        hourly(everyHour().overlap(Overlap.QUEUE_ONE))
            .due("01:00:00", Cause.ON_TIME)
            .are(State.RUNNING);
    assertThat(book.line("02:00:00", "02:05:00"))
        .isEqualTo(
            "HELD | 2026-03-01T02:00:00Z is due since 5 min and waits: execution X (RUNNING) has"
                + " not ended, and overlap is QUEUE_ONE.");
    book.due("02:00:00", Cause.ON_TIME);
    var holder = book.state.holder().orElseThrow();
    book.happened(new TriggerEvent.HolderEnded(holder, State.SUCCESS, at("02:20:00")));
    assertThat(book.line("02:00:00", "02:30:00"))
        .isEqualTo(
            "FIRED_LATE | 2026-03-01T02:00:00Z fired late by 20 min, since an earlier execution"
                + " had not ended (LOCKED); overlap is QUEUE_ONE: execution X (SUCCESS).");
  }

  @Test
  void owed_behind_newer_ones_that_fired_first() {
    var book = hourly(everyHour().newestFirst());
    book.happened(new TriggerEvent.Due(at("05:10:00"), Cause.RESTART, 2));
    assertThat(book.line("02:00:00", "05:11:00"))
        .isEqualTo(
            "DUE | 2026-03-01T02:00:00Z is due since 3 h 11 min and not decided: no server has"
                + " taken its turn, or the rate of recovery (catchUp) lets it wait.");
    assertThat(book.line("05:00:00", "05:11:00")).startsWith("FIRED_LATE");
    assertThat(book.inquiry("05:11:00").upcoming(at("02:00:00"), at("07:30:00"), 9))
        .extracting(Upcoming::slot)
        .containsExactly(at("02:00:00"), at("03:00:00"), at("06:00:00"), at("07:00:00"));
  }

  @Test
  void jitter_moves_when_a_slot_is_due() {
    var book = hourly(everyHour().jitter(Duration.ofMinutes(30)));
    var slot = book.inquiry("00:40:00").upcoming(at("01:00:00"), at("01:00:01"), 1).getFirst();
    assertThat(slot.due()).isAfter(slot.slot()).isBefore(at("01:30:00"));
    assertThat(book.why("01:00:00", "01:00:00").kind()).isEqualTo(Why.Kind.PREDICTED);
    assertThat(book.why("01:00:00", "01:30:00").kind()).isEqualTo(Why.Kind.DUE);
  }

  @Test
  void due_and_not_decided_yet() {
    assertThat(hourly(everyHour()).line("01:00:00", "01:00:03"))
        .isEqualTo(
            "DUE | 2026-03-01T01:00:00Z is due since 3 s and not decided: no server has taken its"
                + " turn yet.");
    assertThat(with(new Condition.Expression("{{ flow.id }}")).line("01:00:00", "01:00:03"))
        .isEqualTo(
            "DUE | 2026-03-01T01:00:00Z is due since 3 s and not decided: its conditions are"
                + " being judged: {{ flow.id }}.");
  }

  @Test
  void a_condition_that_was_rendered_did_not_hold_or_failed() {
    var book = with(new Condition.Expression("{{ flow.id == 'x' }}"));
    var slot = at("01:00:00");
    var due = new TriggerEvent.Due(at("01:00:01"), Cause.ON_TIME);
    book.took(
        Triggers.decide(
            book.schedule,
            UTC,
            Optional.empty(),
            book.state,
            due,
            Map.of(slot, new Verdict.Fails())));
    assertThat(book.line("01:00:00", "01:30:00"))
        .isEqualTo(
            "SKIPPED_CONDITION | 2026-03-01T01:00:00Z was skipped: its condition"
                + " {{ flow.id == 'x' }} did not hold.");
    var second = new TriggerEvent.Due(at("02:00:01"), Cause.ON_TIME);
    book.took(
        Triggers.decide(
            book.schedule,
            UTC,
            Optional.empty(),
            book.state,
            second,
            Map.of(at("02:00:00"), new Verdict.Unable("no"))));
    assertThat(book.are(State.FAILED).line("02:00:00", "02:30:00"))
        .isEqualTo(
            "EVALUATION_FAILED | 2026-03-01T02:00:00Z could not be judged, since a condition"
                + " failed to render: execution X (FAILED).");
    assertThat(book.line("03:00:00", "02:30:00"))
        .isEqualTo(
            "PREDICTED | 2026-03-01T03:00:00Z is to come, in 30 min: it will fire then, if"
                + " {{ flow.id == 'x' }}.");
  }

  @Test
  void a_condition_on_dates_leaves_it_out() {
    var monday = with(new Condition.DayWeek(Condition.SLOT_DATE, "MONDAY"));
    assertThat(monday.line("03:00:00", "05:00:00")) // a Sunday
        .isEqualTo(
            "EXCLUDED | No slot at 2026-03-01T03:00:00Z: the schedule names this time, but its"
                + " condition DayWeek MONDAY leaves it out. The next is 2026-03-02T00:00:00Z.");
    var until =
        with(
            new Condition.DateTimeBetween(
                Condition.SLOT_DATE, Optional.empty(), Optional.of("2026-03-01T02:00:00Z")));
    assertThat(until.line("03:00:00", "05:00:00"))
        .isEqualTo(
            "OUTSIDE | No slot at 2026-03-01T03:00:00Z: it lies outside the schedule's bounds,"
                + " DateTimeBetween before 2026-03-01T02:00:00Z. The slot before is"
                + " 2026-03-01T01:00:00Z. There is none later.");
  }

  @Test
  void no_slot_at_that_time_at_all() {
    assertThat(hourly(everyHour()).line("03:05:00", "05:00:00"))
        .isEqualTo(
            "NO_SLOT | No slot at 2026-03-01T03:05:00Z: \"0 * * * *\" (Z) does not name it. The"
                + " slot before is 2026-03-01T03:00:00Z. The next is 2026-03-01T04:00:00Z.");
    var book = new Book(Sample.cron("0 * * * *").in("Europe/Paris").schedule(), "00:30:00");
    assertThat(book.line("03:05:00", "05:00:00"))
        .isEqualTo(
            "NO_SLOT | No slot at 2026-03-01T04:05:00+01:00: \"0 * * * *\" (Europe/Paris) does"
                + " not name it. The slot before is 2026-03-01T04:00:00+01:00. The next is"
                + " 2026-03-01T05:00:00+01:00.");
  }

  @Test
  void before_the_trigger_was_there() {
    assertThat(hourly(everyHour()).line("00:00:00", "05:00:00"))
        .isEqualTo(
            "BEFORE | No slot at 2026-03-01T00:00:00Z: the schedule is there only since"
                + " 2026-03-01T00:30:00Z.");
  }

  @Test
  void of_a_definition_that_was_replaced() {
    var book = hourly(everyHour()).due("01:00:00", Cause.ON_TIME);
    book.schedule = Sample.cron("30 * * * *").schedule();
    book.revision = 2;
    var old = book.editions.getFirst().schedule();
    book.happened(new TriggerEvent.Redefined(2, old, at("01:10:00")));
    assertThat(book.line("00:50:00", "05:00:00"))
        .isEqualTo(
            "NO_SLOT | No slot at 2026-03-01T00:50:00Z: \"0 * * * *\" (Z) does not name it"
                + " (revision 1, in force then). The next is 2026-03-01T01:00:00Z.");
    assertThat(book.line("02:30:00", "02:00:00")).startsWith("PREDICTED");
  }

  @Test
  void a_line_that_is_no_longer_kept() {
    var book = hourly(everyHour()).due("01:00:00", Cause.ON_TIME).due("02:00:00", Cause.ON_TIME);
    book.lines.clear();
    book.kept = Optional.of(at("01:45:00"));
    assertThat(book.line("01:00:00", "05:00:00"))
        .isEqualTo(
            "NO_LINE | 2026-03-01T01:00:00Z has no line any more: the ledger keeps them since"
                + " 2026-03-01T01:45:00Z.");
    assertThat(book.line("02:00:00", "05:00:00"))
        .isEqualTo(
            "NO_LINE | 2026-03-01T02:00:00Z has no line in the ledger, although it is a slot: its"
                + " trigger was defined anew about then, or the line was removed.");
  }

  @Test
  void made_up_by_a_backfill() {
    var book = hourly(everyHour().recover(Recover.NONE)).due("02:10:00", Cause.RESTART);
    var asked =
        Backfill.asked(
            "b7", at("01:00:00"), at("01:00:00"), false, Map.of(), Map.of(), at("03:00:00"));
    book.took(
        Backfills.decide(
            book.schedule, UTC, book.state, new BackfillEvent.Asked(asked, at("03:00:00"))));
    book.took(
        Backfills.decide(
            book.schedule, UTC, book.state, new BackfillEvent.Due(at("03:00:01"), Map.of())));
    assertThat(book.line("01:00:00", "03:30:00"))
        .isEqualTo(
            "BACKFILLED | 2026-03-01T01:00:00Z was skipped: it was late, since the server was"
                + " started again (RESTART), and recoverMissedSchedules NONE fires nothing late."
                + " It is one of 2 slots from 2026-03-01T01:00:00Z to 2026-03-01T02:00:00Z."
                + " Backfill b7 made it up at 2026-03-01T03:00:01Z: execution X (SUCCESS).");
  }

  @Test
  void asked_for_by_hand() {
    var book = hourly(everyHour());
    book.took(Manual.run(book.schedule, UTC, book.state, at("01:20:00")));
    assertThat(book.line("01:20:00", "01:30:00"))
        .isEqualTo("MANUAL | 2026-03-01T01:20:00Z was asked for by hand: execution X (SUCCESS).");
    assertThat(book.state.nextSlot()).contains(at("01:00:00"));
    assertThat(book.state.lastFiredAt()).contains(at("01:20:00"));
    assertThat(book.state.holder()).isEmpty();
  }

  @Test
  void a_run_by_hand_holds_a_schedule_that_is_not_concurrent() {
    var book = hourly(everyHour().oneAtATime());
    book.took(Manual.run(book.schedule, UTC, book.state, at("00:50:00")));
    assertThat(Manual.held(book.schedule, book.state)).isTrue();
    assertThat(book.line("01:00:00", "01:05:00")).startsWith("HELD");
  }

  @Test
  void deleting_the_state_skips_what_is_due_in_a_line_and_begins_anew() {
    var book =
        hourly(everyHour())
            .happened(new TriggerEvent.Disabled("disabled by a user", at("00:40:00")));
    book.took(Manual.reset(book.schedule, UTC, Optional.empty(), book.state, 1, at("02:10:00")));
    assertThat(book.line("01:00:00", "02:30:00"))
        .isEqualTo(
            "SKIPPED_POLICY | 2026-03-01T01:00:00Z was skipped: the trigger's state was deleted"
                + " while it was due. It is one of 2 slots from 2026-03-01T01:00:00Z to"
                + " 2026-03-01T02:00:00Z.");
    assertThat(book.state.disabled()).isFalse();
    assertThat(book.state.nextSlot()).contains(at("03:00:00"));
    assertThat(book.state.lastSlot()).contains(at("02:00:00"));
  }

  @Test
  void what_is_to_come_is_what_would_be_decided() {
    var book = hourly(everyHour().oneAtATime()).due("01:00:00", Cause.ON_TIME);
    assertThat(book.inquiry("02:30:00").upcoming(at("00:00:00"), at("04:30:00"), 10))
        .extracting(Upcoming::slot, Upcoming::standing)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(at("02:00:00"), Standing.HELD),
            org.assertj.core.groups.Tuple.tuple(at("03:00:00"), Standing.PREDICTED),
            org.assertj.core.groups.Tuple.tuple(at("04:00:00"), Standing.PREDICTED));
    assertThat(book.inquiry("02:30:00").upcoming(at("03:00:00"), at("09:00:00"), 2)).hasSize(2);
  }

  @Test
  void skipped_since_an_execution_was_running() {
    var book = hourly(everyHour().overlap(Overlap.SKIP));
    book.due("01:00:00", Cause.ON_TIME).due("02:00:00", Cause.ON_TIME);
    assertThat(book.line("02:00:00", "02:30:00"))
        .isEqualTo(
            "SKIPPED_OVERLAP | 2026-03-01T02:00:00Z was skipped: an earlier execution had not"
                + " ended, and overlap is SKIP.");
  }

  @Test
  void a_minute_means_the_slot_in_it() {
    var plain = everyHour().schedule();
    var seconds =
        new Schedule(
            plain.common(),
            new Moments.OfCron("20,40 5 * * * *", CronDialect.KESTRA, true, DstRule.ORRERY),
            plain.zone(),
            plain.inputs(),
            plain.recover(),
            plain.misfireThreshold(),
            plain.lateMaximumDelay(),
            List.of(),
            plain.catchUp(),
            plain.jitter(),
            plain.overlap());
    assertThat(Whys.meant(seconds, UTC, at("03:05:00"))).isEqualTo(at("03:05:20"));
    assertThat(Whys.meant(seconds, UTC, at("03:05:40"))).isEqualTo(at("03:05:40"));
    assertThat(Whys.meant(seconds, UTC, at("03:05:30"))).isEqualTo(at("03:05:30"));
    assertThat(Whys.meant(seconds, UTC, at("03:06:00"))).isEqualTo(at("03:06:00"));
  }
}
