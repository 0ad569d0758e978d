package io.orrery.imports.dolphinscheduler;

import io.orrery.imports.Literal;
import io.orrery.imports.Notes;
import io.orrery.imports.dolphinscheduler.Exported.Param;
import io.orrery.imports.dolphinscheduler.Exported.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A task of DolphinScheduler as a task of a flow.
final class Steps {
  private Steps() {}

  private static final String FAIL = "io.kestra.plugin.core.execution.Fail";
  private static final String RETURN = "io.kestra.plugin.core.debug.Return";

  /// Where the settings of a task that could not be mapped are kept.
  static String variable(String taskId) {
    return "dolphinscheduler_" + taskId.replace('-', '_');
  }

  static Map<String, Object> task(
      Step step, Known known, Placeholders workflow, Optional<String> runIf, Notes notes) {
    var id = known.task(step.code()).orElseThrow();
    var values = workflow.with(Param.all(step.settings().at("localParams")), notes);
    var task = new LinkedHashMap<String, Object>();
    task.put("id", id);
    var own = own(step, known, values, notes);
    if (notes.isLost() && own.isEmpty()) {
      own.put("type", FAIL);
      own.put(
          "errorMessage",
          Literal.of(
              "Not imported: %s task '%s'. What it said is in vars.%s."
                  .formatted(step.type(), step.name(), variable(id))));
    }
    task.put("type", own.get("type"));
    step.whole().text("description").ifPresent(text -> task.put("description", text));
    if (step.whole().text("flag").orElse("YES").equals("NO")) task.put("disabled", true);
    runIf.ifPresent(condition -> task.put("runIf", condition));
    task.putAll(own);
    limits(step, task, notes);
    return task;
  }

  private static void limits(Step step, Map<String, Object> task, Notes notes) {
    var whole = step.whole();
    long minutes = whole.number("timeout");
    if (whole.text("timeoutFlag").orElse("CLOSE").equals("OPEN") && minutes > 0) {
      if (whole.text("timeoutNotifyStrategy").orElse("").contains("FAILED")) {
        task.put("timeout", Duration.ofMinutes(minutes).toString());
      } else {
        notes.remark("its timeout of %d minutes only warns: left out".formatted(minutes));
      }
    }
    long retries = whole.number("failRetryTimes");
    if (retries > 0) {
      var retry = new LinkedHashMap<String, Object>();
      retry.put("type", "constant");
      retry.put(
          "interval",
          Duration.ofMinutes(Math.max(0, whole.number("failRetryInterval"))).isZero()
              ? "PT1S"
              : Duration.ofMinutes(whole.number("failRetryInterval")).toString());
      retry.put("maxAttempts", retries + 1);
      task.put("retry", retry);
    }
    whole
        .text("workerGroup")
        .filter(group -> !group.equals("default"))
        .ifPresent(group -> notes.remark("its worker group '%s' is left out".formatted(group)));
    if (whole.number("environmentCode") > 0) {
      notes.remark(
          "its environment %d is left out: what that sets belongs into 'env' or 'beforeCommands'"
              .formatted(whole.number("environmentCode")));
    }
    if (whole.number("taskGroupId") > 0) {
      notes.remark("its task group %d is left out".formatted(whole.number("taskGroupId")));
    }
    whole
        .text("taskPriority")
        .filter(priority -> !priority.equals("MEDIUM"))
        .ifPresent(priority -> notes.remark("its priority %s is left out".formatted(priority)));
    if (!step.settings().at("resourceList").items().isEmpty()) {
      notes.lost(
          "its resources are not in the export: upload them as files of the namespace and name them"
              + " in 'namespaceFiles'");
    }
  }

  /// Type and properties; nothing when it has no counterpart, which the notes then say.
  private static Map<String, Object> own(Step step, Known known, Placeholders values, Notes notes) {
    var settings = step.settings();
    return switch (step.type()) {
      case "SHELL" -> {
        var task = typed("io.kestra.plugin.scripts.shell.Script");
        task.put("interpreter", List.of("/bin/bash", "-c"));
        task.put("failFast", false);
        task.put("script", values.template(settings.text("rawScript").orElse(""), notes));
        yield task;
      }
      case "PYTHON" -> {
        var task = typed("io.kestra.plugin.scripts.python.Script");
        task.put("script", values.template(settings.text("rawScript").orElse(""), notes));
        yield task;
      }
      case "HTTP" -> http(settings, values, notes);
      case "SUB_PROCESS", "SUB_WORKFLOW" -> subflow(settings, known, notes);
      case "SWITCH" -> choice(settings, known, values, notes);
      case "CONDITIONS" -> conditions(settings, known, notes);
      case "SQL" -> {
        notes.lost(
            "a %s statement on data source %d: no task of this installation runs SQL"
                .formatted(settings.text("type").orElse("SQL"), settings.number("datasource")));
        yield new LinkedHashMap<>();
      }
      case "DEPENDENT" -> {
        notes.lost(
            "it waits for other workflows in the middle of this one: only at its beginning a Flow"
                + " trigger takes its place");
        yield new LinkedHashMap<>();
      }
      default -> {
        notes.lost("tasks of type %s have no counterpart".formatted(step.type()));
        yield new LinkedHashMap<>();
      }
    };
  }

  private static Map<String, Object> typed(String type) {
    var task = new LinkedHashMap<String, Object>();
    task.put("type", type);
    return task;
  }

  private static Map<String, Object> http(JsonPart settings, Placeholders values, Notes notes) {
    var task = typed("io.kestra.plugin.core.http.Request");
    task.put("uri", values.template(settings.text("url").orElse(""), notes));
    task.put("method", settings.text("httpMethod", "httpRequestMethod").orElse("GET"));
    var headers = new LinkedHashMap<String, Object>();
    var params = new LinkedHashMap<String, Object>();
    var fields = new LinkedHashMap<String, Object>();
    for (var param : settings.at("httpParams").items()) {
      var value = values.template(param.text("value").orElse(""), notes);
      var into =
          switch (param.text("httpParametersType").orElse("PARAMETER")) {
            case "HEADERS" -> headers;
            case "BODY" -> fields;
            default -> params;
          };
      into.put(param.text("prop").orElse(""), value);
    }
    if (!headers.isEmpty()) task.put("headers", headers);
    if (!params.isEmpty()) task.put("params", params);
    if (!fields.isEmpty()) task.put("body", fields);
    settings
        .text("httpBody")
        .ifPresent(
            body -> {
              task.put("contentType", "application/json");
              task.put("body", values.template(body, notes));
            });
    long wait = settings.number("connectTimeout");
    if (wait > 0) {
      task.put(
          "options",
          Map.of("timeout", Map.of("connectTimeout", Duration.ofMillis(wait).toString())));
    }
    var check = settings.text("httpCheckCondition").orElse("STATUS_CODE_DEFAULT");
    if (!check.equals("STATUS_CODE_DEFAULT")) {
      notes.lost(
          "its check %s '%s' is left out: add an Assert task behind it"
              .formatted(check, settings.text("condition").orElse("")));
    }
    return task;
  }

  private static Map<String, Object> subflow(JsonPart settings, Known known, Notes notes) {
    long code = settings.number("processDefinitionCode", "workflowDefinitionCode");
    var flow = known.flow(code);
    if (flow.isEmpty()) {
      notes.lost("the workflow %d that it starts is not in the export".formatted(code));
      return new LinkedHashMap<>();
    }
    var task = typed("io.kestra.plugin.core.flow.Subflow");
    task.put("namespace", known.namespace());
    task.put("flowId", flow.get());
    task.put("wait", true);
    task.put("transmitFailed", true);
    return task;
  }

  /// Says which task comes next; those that may carry a `runIf` on it.
  private static Map<String, Object> choice(
      JsonPart settings, Known known, Placeholders values, Notes notes) {
    var result = settings.at("switchResult");
    var template = new StringBuilder();
    var cases = result.at("dependTaskList").items();
    for (var each : cases) {
      var condition = each.text("condition").orElse("");
      var expression = Choices.expression(condition, values);
      if (expression.isEmpty()) {
        notes.lost(
            "its condition '%s' is not understood: write it as an expression".formatted(condition));
        return new LinkedHashMap<>();
      }
      template
          .append(template.isEmpty() ? "{% if " : "{% elseif ")
          .append(expression.get())
          .append(" %}")
          .append(next(each, known));
    }
    var otherwise = next(result, known);
    if (template.isEmpty()) {
      template.append(otherwise);
    } else {
      template.append("{% else %}").append(otherwise).append("{% endif %}");
    }
    var task = typed(RETURN);
    task.put("format", template.toString());
    return task;
  }

  private static String next(JsonPart part, Known known) {
    var codes = part.numbers("nextNode");
    long code = codes.isEmpty() ? part.number("nextNode") : codes.getFirst();
    return known.task(code).orElse("nothing");
  }

  /// Says whether what it asks for holds: `success` or `failure`.
  private static Map<String, Object> conditions(JsonPart settings, Known known, Notes notes) {
    var dependence = settings.at("dependence");
    var groups = new ArrayList<String>();
    for (var group : dependence.at("dependTaskList").items()) {
      var items = new ArrayList<String>();
      for (var item : group.at("dependItemList").items()) {
        long code = item.number("depTaskCode");
        var task = known.task(code);
        if (task.isEmpty()) {
          notes.lost("the task %d that it looks at is not in the workflow".formatted(code));
          return new LinkedHashMap<>();
        }
        // A task before it may fail without ending the flow, and is in WARNING then.
        var state = item.text("status").orElse("SUCCESS").equals("SUCCESS") ? "SUCCESS" : "WARNING";
        items.add(
            "(tasksWithState('%s') | jq('any(.[]; .taskId == \"%s\")') | first)"
                .formatted(state, task.get()));
      }
      groups.add(joined(items, group));
    }
    var task = typed(RETURN);
    task.put(
        "format", "{% if " + joined(groups, dependence) + " %}success{% else %}failure{% endif %}");
    notes.remark(
        "the tasks before it have allowFailure: an execution in which one failed ends in WARNING");
    return task;
  }

  private static String joined(List<String> parts, JsonPart relation) {
    if (parts.isEmpty()) return "true";
    var word = relation.text("relation").orElse("AND").equals("OR") ? " or " : " and ";
    return parts.size() == 1 ? parts.getFirst() : "(" + String.join(word, parts) + ")";
  }
}
