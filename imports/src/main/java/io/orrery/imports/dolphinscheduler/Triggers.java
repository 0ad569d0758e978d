package io.orrery.imports.dolphinscheduler;

import io.orrery.engine.trigger.CronCheck;
import io.orrery.imports.Notes;
import io.orrery.imports.dolphinscheduler.Exported.Step;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.problem.Problem.Severity;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What starts a workflow: its schedule, and the workflows that it depends on.
final class Triggers {
  private Triggers() {}

  private static final Map<String, String> POLICIES =
      Map.of("SKIP_MISSED", "NONE", "FIRE_ONCE_NOW", "LAST", "FIRE_ALL_MISSED", "ALL");

  /// Empty when it cannot be read.
  ///
  /// @param replaced whether a Flow trigger takes its place
  static Optional<Map<String, Object>> schedule(
      JsonPart schedule, String executionType, boolean replaced, Notes notes) {
    var cron = String.join(" ", schedule.text("crontab").orElse("").strip().split("\\s+"));
    for (var remark : CronCheck.check(cron, CronDialect.QUARTZ, true)) {
      if (remark.severity() == Severity.ERROR) {
        notes.lost("its crontab '%s' cannot be read: %s".formatted(cron, remark.what()));
        return Optional.empty();
      }
      notes.remark(remark.what());
    }
    var trigger = new LinkedHashMap<String, Object>();
    trigger.put("id", "schedule");
    trigger.put("type", "io.kestra.plugin.core.trigger.Schedule");
    if (replaced) {
      notes.remark(
          "the workflow waits for others at its beginning: a Flow trigger starts it, and this"
              + " schedule is disabled");
    }
    boolean offline = schedule.text("releaseState").orElse("").equals("OFFLINE");
    if (offline) notes.remark("it is offline: disabled");
    if (replaced || offline) trigger.put("disabled", true);
    trigger.put("cron", cron);
    trigger.put("cronDialect", "QUARTZ");
    var zone = zone(schedule, notes);
    zone.ifPresent(id -> trigger.put("timezone", id.getId()));
    trigger.put("recoverMissedSchedules", policy(schedule, notes));
    switch (executionType) {
      case "SERIAL_PRIORITY" -> trigger.put("overlap", "CANCEL_RUNNING");
      default -> trigger.put("allowConcurrent", true);
    }
    var between = between(schedule, zone, notes);
    if (between.size() > 1) trigger.put("conditions", List.of(between));
    warnings(schedule, notes);
    return Optional.of(trigger);
  }

  static Optional<ZoneId> zone(JsonPart schedule, Notes notes) {
    var id = schedule.text("timezoneId");
    try {
      return id.map(text -> ZoneId.of(text.strip(), ZoneId.SHORT_IDS));
    } catch (DateTimeException _) {
      notes.lost(
          "its time zone '%s' is not known: that of the server is taken".formatted(id.get()));
      return Optional.empty();
    }
  }

  private static String policy(JsonPart schedule, Notes notes) {
    for (var field : schedule.node().properties()) {
      var policy = Optional.ofNullable(POLICIES.get(field.getValue().asText("")));
      if (policy.isPresent()) return policy.get();
    }
    notes.remark(
        "the export does not say what becomes of missed times: all are made up for, as since 3.1.5;"
            + " before, they were dropped (NONE)");
    return "ALL";
  }

  private static Map<String, Object> between(
      JsonPart schedule, Optional<ZoneId> zone, Notes notes) {
    var between = new LinkedHashMap<String, Object>();
    between.put("type", "io.kestra.plugin.core.condition.DateTimeBetween");
    moment(schedule, "startTime", zone, notes)
        .ifPresent(start -> between.put("after", start.minusSeconds(1).toString()));
    moment(schedule, "endTime", zone, notes)
        .ifPresent(end -> between.put("before", end.plusSeconds(1).toString()));
    return between;
  }

  private static Optional<Instant> moment(
      JsonPart schedule, String name, Optional<ZoneId> zone, Notes notes) {
    var text = schedule.text(name);
    if (text.isEmpty()) return Optional.empty();
    var given = text.get().strip();
    try {
      if (given.matches("\\d{10,14}")) {
        return Optional.of(Instant.ofEpochMilli(Long.parseLong(given)));
      }
      if (given.matches(".*(Z|[+-]\\d\\d:?\\d\\d)")) {
        var iso = given.replaceFirst("([+-]\\d\\d)(\\d\\d)$", "$1:$2");
        return Optional.of(OffsetDateTime.parse(iso).toInstant());
      }
      var local = LocalDateTime.parse(given.replace(' ', 'T'));
      return Optional.of(local.atZone(zone.orElse(ZoneOffset.UTC)).toInstant());
    } catch (DateTimeException _) {
      notes.lost("its %s '%s' is no time: left out".formatted(name, given));
      return Optional.empty();
    }
  }

  private static void warnings(JsonPart schedule, Notes notes) {
    schedule
        .text("failureStrategy")
        .filter("END"::equals)
        .ifPresent(
            _ ->
                notes.remark(
                    "its failure strategy END kills other tasks when one fails; here those that run"
                        + " end by themselves"));
    schedule
        .text("warningType")
        .filter(type -> !type.equals("NONE"))
        .ifPresent(
            type ->
                notes.remark(
                    "its alerts (%s) are left out: use 'errors' or 'afterExecution'"
                        .formatted(type)));
    schedule
        .text("processInstancePriority", "workflowInstancePriority")
        .filter(priority -> !priority.equals("MEDIUM"))
        .ifPresent(priority -> notes.remark("its priority %s is left out".formatted(priority)));
    schedule
        .text("workerGroup")
        .filter(group -> !group.equals("default"))
        .ifPresent(group -> notes.remark("its worker group '%s' is left out".formatted(group)));
  }

  /// A DEPENDENT task at the beginning, as Flow triggers: one that waits for all workflows, or one
  /// for each where any is enough. Empty when they cannot be said so; the notes say why.
  static List<Map<String, Object>> flows(Step step, String id, Known known, Notes notes) {
    var dependence = step.settings().at("dependence");
    var groups = dependence.at("dependTaskList").items();
    var wanted = new ArrayList<List<Map<String, Object>>>();
    boolean anyGroup = dependence.text("relation").orElse("AND").equals("OR") && groups.size() > 1;
    boolean anyItem = false;
    for (var group : groups) {
      var flows = new ArrayList<Map<String, Object>>();
      var items = group.at("dependItemList").items();
      anyItem |= group.text("relation").orElse("AND").equals("OR") && items.size() > 1;
      for (var item : items) {
        var flow = flow(item, known, notes);
        if (flow.isEmpty()) return List.of();
        if (!flows.contains(flow.get())) flows.add(flow.get());
      }
      if (!flows.isEmpty()) wanted.add(flows);
    }
    if (wanted.isEmpty() || (anyItem && (anyGroup || wanted.size() > 1))) {
      notes.lost(
          wanted.isEmpty()
              ? "it names no workflow"
              : "its mix of AND and OR is more than a Flow trigger says");
      return List.of();
    }
    if (anyItem) return each(wanted.getFirst().stream().map(List::of).toList(), id);
    if (anyGroup) return each(wanted, id);
    return List.of(trigger(id, wanted.stream().flatMap(List::stream).distinct().toList()));
  }

  private static List<Map<String, Object>> each(
      List<? extends List<Map<String, Object>>> wanted, String id) {
    var triggers = new ArrayList<Map<String, Object>>();
    for (int i = 0; i < wanted.size(); i++) {
      triggers.add(trigger(id + "_" + (i + 1), wanted.get(i)));
    }
    return triggers;
  }

  private static Map<String, Object> trigger(String id, List<? extends Map<String, Object>> flows) {
    var preconditions = new LinkedHashMap<String, Object>();
    preconditions.put("id", id);
    preconditions.put("flows", flows);
    var trigger = new LinkedHashMap<String, Object>();
    trigger.put("id", id);
    trigger.put("type", "io.kestra.plugin.core.trigger.Flow");
    trigger.put("preconditions", preconditions);
    return trigger;
  }

  private static Optional<Map<String, Object>> flow(JsonPart item, Known known, Notes notes) {
    long code = item.number("definitionCode");
    var id = known.flow(code);
    if (id.isEmpty()) {
      notes.lost("the workflow %d that it waits for is not in the export".formatted(code));
      return Optional.empty();
    }
    if (item.number("depTaskCode") > 0) {
      notes.remark("it waits for one task of '%s'; here for all of it".formatted(id.get()));
    }
    var cycle = item.text("cycle").orElse("day") + " " + item.text("dateValue").orElse("today");
    if (!cycle.equals("day today")) {
      notes.remark(
          "it looks back (%s); the trigger gathers within one day: see its 'timeWindow'"
              .formatted(cycle));
    }
    var flow = new LinkedHashMap<String, Object>();
    flow.put("namespace", known.namespace());
    flow.put("flowId", id.get());
    flow.put("states", List.of("SUCCESS"));
    return Optional.of(flow);
  }
}
