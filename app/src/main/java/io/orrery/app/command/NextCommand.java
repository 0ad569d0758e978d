package io.orrery.app.command;

import io.orrery.engine.trigger.Cron;
import io.orrery.engine.trigger.CronCheck;
import io.orrery.engine.trigger.CronProblem;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import io.orrery.model.problem.Problem.Severity;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "next",
    description =
        "Prints when a cron expression, or a flow's schedules, fall due, and what clock changes"
            + " do.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Dialects: UNIX (5 fields), KESTRA (5, or 6 with seconds), QUARTZ (6 or 7; L W # ?). Not"
          + " given: as the text looks.",
      "What an author may not expect of the expression is said on standard error. Exit code 2: no"
          + " cron expression.",
      "With --flow the schedules of a flow are shown, lists of dates among them, as their"
          + " conditions on dates let them be.",
      "",
      "Examples:",
      "  orrery next '0 9 * * MON-FRI'",
      "  orrery next '30 2 * * *' --zone Europe/Paris --after 2027-03-27 --count 3",
      "  orrery next '0 0 12 ? * 6L' --dialect quartz",
      "  orrery next --flow flows/report.yaml --trigger month-ends",
      "  orrery next '0 9 1 * *' --calendar '{exclude: [WEEKEND, {holidays: FR}], onExcluded:"
          + " NEXT_DAY}'"
    })
final class NextCommand implements Callable<Integer> {

  private static final int COUNT_MAX = 10_000;
  static final DateTimeFormatter SLOT =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd'T'HH:mm:ssxxx  EEE")
          .toFormatter(Locale.ENGLISH);

  private final Outside outside;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "CRON", arity = "0..1", description = "The expression, in quotes.")
  private String cron = "";

  @Option(names = "--flow", paramLabel = "FILE", description = "A flow, in place of a cron.")
  private @Nullable Path flow;

  @Option(names = "--trigger", paramLabel = "ID", description = "This one of the flow's alone.")
  private @Nullable String trigger;

  @Option(names = "--zone", description = "Time zone (default the system's).")
  private ZoneId zone = ZoneId.systemDefault();

  @Option(
      names = "--after",
      paramLabel = "TIME",
      description = "First one after this: a date, a local date-time or an instant (default now).")
  private @Nullable String after;

  @Option(names = "--count", description = "How many (default ${DEFAULT-VALUE}).")
  private int count = 5;

  @Option(names = "--dialect", description = "${COMPLETION-CANDIDATES}.")
  private @Nullable CronDialect dialect;

  @Option(
      names = "--calendar",
      paramLabel = "YAML",
      description = "Days left out, as the property 'calendar' of a schedule says them.")
  private @Nullable String calendar;

  NextCommand(Outside outside) {
    this.outside = outside;
  }

  @Override
  public Integer call() {
    if (count < 1 || count > COUNT_MAX) {
      throw new ParameterException(
          spec.commandLine(), "--count must be 1 to " + COUNT_MAX + ", not " + count);
    }
    if (flow != null) {
      return NextOfFlow.print(
          outside, outside.folder().resolve(flow), Optional.ofNullable(trigger), start(), count);
    }
    if (cron.isBlank()) {
      throw new ParameterException(spec.commandLine(), "a cron expression or --flow is needed");
    }
    boolean withSeconds = cron.strip().split("\\s+").length > 5;
    boolean refused = false;
    var asked = dialect == null ? CronDialect.KESTRA : dialect;
    for (var remark : CronCheck.check(cron, asked, withSeconds)) {
      refused |= remark.severity() == Severity.ERROR;
      outside.err().println((remark.what() + " " + remark.mend()).strip());
    }
    if (refused) {
      return ExitCode.INVALID;
    }
    try {
      var spoken = dialect == null ? Cron.detect(cron, withSeconds) : dialect;
      var parsed = Cron.parse(cron, spoken, withSeconds);
      if (calendar == null) {
        return print(parsed, last -> parsed.next(last, DstRule.ORRERY));
      }
      return switch (Scheduled.read(cron, spoken, withSeconds, zone, calendar, outside.parts())) {
        case Scheduled.Known(var schedule) ->
            print(parsed, last -> Scheduled.next(schedule, zone, last));
        case Scheduled.Wrong(var why) -> {
          why.forEach(outside.err()::println);
          yield ExitCode.INVALID;
        }
      };
    } catch (CronProblem problem) {
      throw new IllegalStateException("the check let it pass", problem);
    }
  }

  private int print(Cron parsed, Function<ZonedDateTime, Optional<ZonedDateTime>> next) {
    var last = start();
    boolean any = false;
    for (int i = 0; i < count; i++) {
      var slot = next.apply(last);
      if (slot.isEmpty()) {
        outside.err().println(any ? "It never falls due again." : "It never falls due.");
        return ExitCode.DONE;
      }
      // A day that a calendar chose need not be one of the expression.
      var note = calendar == null ? note(parsed, slot.get(), any ? last : slot.get()) : "";
      outside.out().println(SLOT.format(slot.get()) + (note.isEmpty() ? "" : "  " + note));
      last = slot.get();
      any = true;
    }
    return ExitCode.DONE;
  }

  /// What a change of the clocks does to `slot`; empty when nothing.
  private static String note(Cron cron, ZonedDateTime slot, ZonedDateTime before) {
    boolean literal =
        cron.next(slot.minusSeconds(1), DstRule.LITERAL).filter(slot::isEqual).isPresent();
    if (!literal) {
      return "(moved: the time meant does not exist that day, clocks go forward)";
    }
    var rules = slot.getZone().getRules();
    if (rules.getValidOffsets(slot.toLocalDateTime()).size() > 1) {
      return "(this time comes twice, clocks go back: due once, the first time)";
    }
    int change = slot.getOffset().getTotalSeconds() - before.getOffset().getTotalSeconds();
    if (change == 0) {
      return "";
    }
    return "(clocks went " + (change > 0 ? "forward" : "back") + " since the line above)";
  }

  private ZonedDateTime start() {
    var text = after;
    if (text == null) {
      return outside.clock().instant().atZone(zone);
    }
    try {
      if (text.matches("\\d{4}-\\d{2}-\\d{2}")) {
        return LocalDate.parse(text).atStartOfDay(zone);
      }
      if (text.endsWith("Z")) {
        return Instant.parse(text).atZone(zone);
      }
      return text.matches(".*[+-]\\d{2}:?\\d{2}")
          ? OffsetDateTime.parse(text).atZoneSameInstant(zone)
          : LocalDateTime.parse(text.replace(' ', 'T')).atZone(zone);
    } catch (DateTimeException e) {
      throw notTime(text, e);
    }
  }

  private ParameterException notTime(String text, DateTimeException cause) {
    return new ParameterException(
        spec.commandLine(),
        "--after '"
            + text
            + "' is not a time; write 2027-03-27, 2027-03-27T09:00 or 2027-03-27T09:00:00Z",
        cause);
  }
}
