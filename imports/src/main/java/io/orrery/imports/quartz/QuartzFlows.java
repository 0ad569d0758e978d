package io.orrery.imports.quartz;

import io.orrery.imports.FlowFile;
import io.orrery.imports.FlowYaml;
import io.orrery.imports.Import;
import io.orrery.imports.Item;
import io.orrery.imports.Literal;
import io.orrery.imports.Names;
import io.orrery.imports.Notes;
import io.orrery.imports.quartz.Scheduled.Job;
import io.orrery.imports.quartz.Scheduled.Name;
import io.orrery.imports.quartz.Scheduled.Trigger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A flow of each job, with its triggers.
final class QuartzFlows {
  private static final String NATIVE = "org.quartz.jobs.NativeJob";
  private static final String NOTHING = "org.quartz.jobs.NoOpJob";

  /// An input's name, as flows may write it.
  private static final String INPUT = "[a-zA-Z0-9][a-zA-Z0-9_-]*";

  private final String namespace;
  private final Names ids = new Names();
  private final List<FlowFile> flows = new ArrayList<>();
  private final List<Item> items = new ArrayList<>();

  QuartzFlows(String namespace) {
    this.namespace = namespace;
  }

  Import.Done of(Scheduled scheduled) {
    var triggers = new LinkedHashMap<Name, List<Trigger>>();
    scheduled
        .triggers()
        .forEach(
            trigger ->
                triggers.computeIfAbsent(trigger.job(), _ -> new ArrayList<>()).add(trigger));
    for (var job : scheduled.jobs()) {
      var own = triggers.remove(job.key());
      flow(job, own == null ? List.of() : own);
    }
    triggers
        .values()
        .forEach(
            orphans ->
                orphans.forEach(
                    trigger -> {
                      var notes = new Notes();
                      notes.lost(
                          "its job '%s' is not in the source".formatted(trigger.job().text()));
                      items.add(notes.item(trigger.place(), words(trigger), Optional.empty()));
                    }));
    scheduled
        .strays()
        .forEach(
            stray -> {
              var notes = new Notes();
              if (stray.lost()) {
                notes.lost(stray.remark());
              } else {
                notes.remark(stray.remark());
              }
              items.add(notes.item(stray.place(), stray.what(), Optional.empty()));
            });
    return new Import.Done(flows, items);
  }

  private static String words(Trigger trigger) {
    return trigger.timing().words() + " '" + trigger.key().text() + "'";
  }

  private void flow(Job job, List<Trigger> triggers) {
    var key = job.key();
    var name = key.group().equals(Name.DEFAULT_GROUP) ? key.name() : key.group() + "_" + key.name();
    var id = ids.id(name, "job");
    var notes = new Notes();
    var flow = new LinkedHashMap<String, Object>();
    flow.put("id", id);
    flow.put("namespace", namespace);
    flow.put("description", description(job));
    var inputs = inputs(job, triggers, notes);
    var task = task(job, inputs, notes);
    if (notes.isLost()) flow.put("disabled", true);
    concurrency(job, triggers, notes).ifPresent(limit -> flow.put("concurrency", limit));
    if (!inputs.isEmpty()) {
      flow.put("inputs", inputs.entrySet().stream().map(QuartzFlows::input).toList());
    }
    if (!job.type().equals(NATIVE)) flow.put("variables", variables(job));
    flow.put("tasks", List.of(task));
    if (triggers.isEmpty()) notes.remark("no trigger starts it");
    items.add(notes.item(job.place(), "job '" + key.text() + "'", Optional.of(id)));
    var schedules = new ArrayList<Map<String, Object>>();
    var names = new Names();
    for (var trigger : triggers) {
      var seen = new Notes();
      schedules.addAll(Triggers.schedules(usable(trigger, seen), job, names, seen));
      items.add(seen.item(trigger.place(), words(trigger), Optional.of(id)));
    }
    if (!schedules.isEmpty()) flow.put("triggers", schedules);
    flows.add(new FlowFile(namespace, id, FlowYaml.write(flow)));
  }

  private static String description(Job job) {
    var imported =
        "Imported from Quartz: job %s, class %s.".formatted(job.key().text(), job.type());
    return job.description().isBlank() ? imported : job.description().strip() + "\n\n" + imported;
  }

  /// The values that triggers give, by name, with the job's own.
  private static Map<String, Optional<String>> inputs(
      Job job, List<Trigger> triggers, Notes notes) {
    var inputs = new LinkedHashMap<>(Triggers.inputs(triggers, job));
    for (var name : new LinkedHashSet<>(inputs.keySet())) {
      if (!name.matches(INPUT)) {
        inputs.remove(name);
        notes.lost("the job data '%s' of its triggers cannot be an input's name".formatted(name));
      }
    }
    return inputs;
  }

  private static Map<String, Object> input(Map.Entry<String, Optional<String>> given) {
    var input = new LinkedHashMap<String, Object>();
    input.put("id", given.getKey());
    input.put("type", "STRING");
    input.put("required", false);
    given.getValue().ifPresent(value -> input.put("defaults", Literal.of(value)));
    return input;
  }

  private static Trigger usable(Trigger trigger, Notes notes) {
    var values = new LinkedHashMap<>(trigger.data().values());
    values.keySet().removeIf(name -> !name.matches(INPUT));
    if (values.size() < trigger.data().values().size()) {
      notes.lost("job data whose key cannot be an input's name is left out");
    }
    return new Trigger(
        trigger.place(),
        trigger.key(),
        trigger.job(),
        trigger.description(),
        trigger.timing(),
        trigger.misfire(),
        trigger.start(),
        trigger.end(),
        trigger.calendar(),
        trigger.priority(),
        new Scheduled.Data(values, trigger.data().opaque()),
        trigger.state(),
        trigger.firedBefore());
  }

  private static Map<String, Object> variables(Job job) {
    var variables = new LinkedHashMap<String, Object>();
    variables.put("quartzJobClass", job.type());
    var data = new LinkedHashMap<String, Object>();
    job.data().values().forEach((key, value) -> data.put(key, Literal.of(value)));
    if (!data.isEmpty()) variables.put("quartzJobData", data);
    return variables;
  }

  private static Map<String, Object> task(
      Job job, Map<String, Optional<String>> inputs, Notes notes) {
    if (job.data().opaque()) {
      notes.lost("its job data is a serialised Java object, which is not read");
    }
    return switch (job.type()) {
      case NATIVE -> command(job, inputs, notes);
      case NOTHING -> {
        var task = new LinkedHashMap<String, Object>();
        task.put("id", "nothing");
        task.put("type", "io.kestra.plugin.core.log.Log");
        task.put("message", "NoOpJob of Quartz: nothing to do.");
        yield task;
      }
      default -> {
        notes.lost(
            ("the class %s is not imported: write what it does in place of the task"
                    + " 'to_be_written', then remove 'disabled'; its data is in vars.quartzJobData")
                .formatted(job.type()));
        var task = new LinkedHashMap<String, Object>();
        task.put("id", "to_be_written");
        task.put("type", "io.kestra.plugin.core.execution.Fail");
        task.put(
            "errorMessage",
            Literal.of("Not imported: what the Java class " + job.type() + " does."));
        yield task;
      }
    };
  }

  private static Map<String, Object> command(
      Job job, Map<String, Optional<String>> inputs, Notes notes) {
    var task = new LinkedHashMap<String, Object>();
    task.put("id", "command");
    task.put("type", "io.kestra.plugin.scripts.shell.Commands");
    var command = part("command", job, inputs);
    var parameters = part("parameters", job, inputs);
    if (command.isEmpty()) notes.lost("its job data has no 'command'");
    task.put(
        "commands",
        List.of(
            parameters.isEmpty()
                ? command.isEmpty() ? "false" : command
                : command + " " + parameters));
    notes.remark(
        "NativeJob ignores the exit code of its command; here another one than 0 fails the"
            + " execution");
    if (job.data().values().getOrDefault("waitForProcess", "true").equals("false")) {
      notes.remark("it does not wait for its command; here it is waited for");
    }
    return task;
  }

  private static String part(String name, Job job, Map<String, Optional<String>> inputs) {
    return inputs.containsKey(name)
        ? "{{ inputs." + name + " }}"
        : Literal.of(job.data().values().getOrDefault(name, ""));
  }

  /// `@DisallowConcurrentExecution` holds for all triggers of a job together.
  private static Optional<Map<String, Object>> concurrency(
      Job job, List<Trigger> triggers, Notes notes) {
    if (job.concurrent().isEmpty()) {
      notes.remark(
          "XML does not tell whether its class has @DisallowConcurrentExecution: if so, remove"
              + " 'allowConcurrent' from its triggers");
    }
    if (job.concurrent().orElse(true) || triggers.size() < 2) return Optional.empty();
    var limit = new LinkedHashMap<String, Object>();
    limit.put("limit", 1);
    limit.put("behavior", "QUEUE");
    return Optional.of(limit);
  }
}
