package io.orrery.expression.value;

import io.orrery.expression.bound.Budget;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.emitter.Emitter;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.ImplicitTuple;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;

/// Writes a value as block-style YAML with as few quotes as possible, as Kestra's `yaml` filter
/// does: no document marker, lists one space in, texts over several lines as literal blocks.
public final class YamlText {

  /// Plain words that a YAML 1.1 or 1.2 reader takes for something else than text.
  private static final Set<String> RESERVED =
      Set.of(
          "true", "True", "TRUE", "false", "False", "FALSE", "yes", "Yes", "YES", "no", "No", "NO",
          "on", "On", "ON", "off", "Off", "OFF", "y", "Y", "n", "N", "null", "Null", "NULL", "~",
          "");

  private static final Pattern RISKY =
      Pattern.compile("^[\\s\\-?:,\\[\\]{}#&*!|>'\"%@`].*|.*(: |\\s#).*|.*[:\\s]$", Pattern.DOTALL);

  private final Emitter emitter;
  private final Budget budget;
  private final Out out;
  private final ZoneId zone;

  private YamlText(Budget budget, ZoneId zone) {
    this.out = new Out();
    this.budget = budget;
    this.zone = zone;
    var settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setIndent(2)
            .setIndicatorIndent(1)
            .setWidth(Integer.MAX_VALUE)
            .setSplitLines(false)
            .setBestLineBreak("\n")
            .build();
    this.emitter = new Emitter(settings, out);
  }

  public static String of(@Nullable Object value, Budget budget, ZoneId zone) {
    var yaml = new YamlText(budget, zone);
    yaml.emitter.emit(new StreamStartEvent());
    yaml.emitter.emit(new DocumentStartEvent(false, Optional.empty(), Map.of()));
    yaml.write(value, 0);
    yaml.emitter.emit(new DocumentEndEvent(false));
    yaml.emitter.emit(new StreamEndEvent());
    var text = yaml.out.text.toString();
    return text.endsWith("\n") ? text : text + "\n";
  }

  private void write(@Nullable Object value, int depth) {
    budget.step();
    budget.nesting(depth);
    budget.chars(out.text.length());
    switch (value) {
      case null -> scalar("null", ScalarStyle.PLAIN);
      case String text -> text(text);
      case Boolean truth -> scalar(truth.toString(), ScalarStyle.PLAIN);
      case Number number -> scalar(number.toString(), ScalarStyle.PLAIN);
      case Map<?, ?> map -> {
        emitter.emit(
            new MappingStartEvent(
                Optional.empty(), Optional.empty(), true, flowWhen(map.isEmpty())));
        for (var entry : map.entrySet()) {
          text(String.valueOf(entry.getKey()));
          write(entry.getValue(), depth + 1);
        }
        emitter.emit(new MappingEndEvent());
      }
      default -> {
        if (!Values.isList(value)) {
          text(JsonText.moment(value, zone));
          return;
        }
        var list = Objects.requireNonNull(Values.list(value));
        emitter.emit(
            new SequenceStartEvent(
                Optional.empty(), Optional.empty(), true, flowWhen(list.isEmpty())));
        for (var item : list) {
          write(item, depth + 1);
        }
        emitter.emit(new SequenceEndEvent());
      }
    }
  }

  private static FlowStyle flowWhen(boolean empty) {
    return empty ? FlowStyle.FLOW : FlowStyle.BLOCK;
  }

  private void text(String text) {
    if (text.indexOf('\n') >= 0) {
      scalar(text, ScalarStyle.LITERAL);
    } else if (RESERVED.contains(text) || RISKY.matcher(text).matches()) {
      scalar(text, ScalarStyle.DOUBLE_QUOTED);
    } else {
      scalar(text, ScalarStyle.PLAIN);
    }
  }

  private void scalar(String text, ScalarStyle style) {
    emitter.emit(
        new ScalarEvent(
            Optional.empty(), Optional.empty(), new ImplicitTuple(true, true), text, style));
  }

  private static final class Out implements StreamDataWriter {

    private final StringBuilder text = new StringBuilder();

    @Override
    public void write(String part) {
      text.append(part);
    }

    @Override
    public void write(String part, int offset, int length) {
      text.append(part, offset, offset + length);
    }
  }
}
