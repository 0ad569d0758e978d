package io.orrery.conformance.cases;

import io.orrery.conformance.match.Moments;
import io.orrery.conformance.subject.ExecutionView;
import io.orrery.conformance.subject.TaskRunView;
import io.orrery.conformance.subject.Unsupported;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Fills `{executionId}`, `{inputs.file}`, `{now+PT1S|ISO_ZONED_DATE_TIME|urlencoded}` and the like
/// in the texts of a case. What is in braces but is not known stays as it is: it may be JSON, or a
/// template.
final class Placeholders {

  private static final Pattern BRACES = Pattern.compile("(?<!\\{)\\{([A-Za-z][^{}]*)\\}(?!\\})");
  private static final Pattern NOW = Pattern.compile("now([+-][^|]+)?((?:\\|\\w+)*)");
  private static final Pattern TASK_RUN_AT = Pattern.compile("taskRunId\\[(\\d{1,9})\\]");

  private final Stage stage;
  private final Map<String, String> more;

  Placeholders(Stage stage) {
    this(stage, Map.of());
  }

  /// @param more names that only this place knows
  Placeholders(Stage stage, Map<String, String> more) {
    this.stage = stage;
    this.more = Map.copyOf(more);
  }

  /// `value` with all its texts filled, those in lists and objects too.
  @Nullable Object fill(@Nullable Object value) {
    return switch (value) {
      case String text -> text(text);
      case List<?> list -> items(list);
      case Map<?, ?> map -> {
        var filled = new LinkedHashMap<String, Object>();
        map.forEach((key, member) -> filled.put(String.valueOf(key), fill(member)));
        yield filled;
      }
      case null, default -> value;
    };
  }

  private List<Object> items(List<?> list) {
    var filled = new ArrayList<Object>();
    list.forEach(item -> filled.add(fill(item)));
    return filled;
  }

  String text(String text) {
    if (!text.contains("{")) {
      return text;
    }
    return BRACES
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(value(found.group(1)).orElse(found.group())));
  }

  private Optional<String> value(String name) {
    if (more.containsKey(name)) {
      return Optional.ofNullable(more.get(name));
    }
    var now = NOW.matcher(name);
    if (now.matches()) {
      return Optional.of(moment(Optional.ofNullable(now.group(1)), now.group(2)));
    }
    return switch (name) {
      case "executionId" -> stage.mainId();
      case "flowId" -> Optional.of(stage.flow().id());
      case "namespace" -> Optional.of(stage.flow().namespace());
      case "flowInline" -> stage.source();
      default -> ofExecution(name);
    };
  }

  private Optional<String> ofExecution(String name) {
    if (name.endsWith(".executionId")) {
      var as = name.substring(0, name.length() - ".executionId".length());
      return Optional.ofNullable(stage.named().get(as));
    }
    if (name.startsWith("child.") && name.endsWith(".id")) {
      return childOf(name.substring("child.".length(), name.length() - ".id".length()));
    }
    if (name.startsWith("inputs.")) {
      return stage.main().flatMap(view -> Refs.find(view, name)).map(String::valueOf);
    }
    if (name.startsWith("taskRunId")) {
      return stage.main().flatMap(view -> taskRunId(view, name));
    }
    return Optional.empty();
  }

  /// The only execution of a flow that the case's own one started.
  private Optional<String> childOf(String flowId) {
    return stage.subject().executions(Optional.of(flowId), stage.mainId()).stream()
        .map(ExecutionView::id)
        .findFirst();
  }

  private static Optional<String> taskRunId(ExecutionView view, String name) {
    var at = TASK_RUN_AT.matcher(name);
    if (at.matches()) {
      var index = Integer.parseInt(at.group(1));
      return index < view.taskRuns().size()
          ? Optional.of(view.taskRuns().get(index).id())
          : Optional.empty();
    }
    return name.startsWith("taskRunId.")
        ? Refs.runs(view, name.substring("taskRunId.".length())).stream()
            .map(TaskRunView::id)
            .findFirst()
        : Optional.empty();
  }

  private String moment(Optional<String> offset, String pipes) {
    var moment = offset.map(Moments::offset).map(stage.stepBegan()::plus).orElse(stage.stepBegan());
    var text = moment.toString();
    for (var pipe : pipes.split("\\|", -1)) {
      text = pipe.isEmpty() ? text : piped(moment, text, pipe);
    }
    return text;
  }

  private static String piped(Instant moment, String text, String pipe) {
    var zoned = moment.atZone(ZoneOffset.UTC);
    return switch (pipe) {
      case "urlencoded" -> URLEncoder.encode(text, StandardCharsets.UTF_8);
      case "ISO_ZONED_DATE_TIME" -> DateTimeFormatter.ISO_ZONED_DATE_TIME.format(zoned);
      case "ISO_OFFSET_DATE_TIME" -> DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(zoned);
      case "ISO_INSTANT" -> DateTimeFormatter.ISO_INSTANT.format(moment);
      case "ISO_DATE", "ISO_LOCAL_DATE" -> DateTimeFormatter.ISO_LOCAL_DATE.format(zoned);
      default -> throw new Unsupported("placeholder format " + pipe);
    };
  }
}
