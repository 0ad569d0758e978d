package io.orrery.imports;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.representer.StandardRepresenter;

/// Writes a flow as people do: its head, then each of its sections after an empty line.
public final class FlowYaml {
  private FlowYaml() {}

  private static final Set<String> SECTIONS =
      Set.of("inputs", "variables", "tasks", "errors", "triggers", "concurrency", "outputs");

  /// What YAML 1.1 or 1.2 takes for something else than text when it stands bare: numbers, dates,
  /// times of day, truth values.
  private static final Pattern NOT_TEXT =
      Pattern.compile(
          "[-+.]?\\d.*|(?i:y|yes|n|no|on|off|true|false|null|~|\\.nan|\\.inf|[-+]\\.inf)");

  /// An expression with texts of its own, which reads better in the other quotes.
  private static final Pattern EASIER = Pattern.compile("[{][^\"\\\\\\n]*'[^\"\\\\\\n]*");

  public static String write(Map<String, Object> flow) {
    var dump = new Dump(SETTINGS, new Representer());
    var text = new StringBuilder();
    var head = new LinkedHashMap<String, Object>();
    flow.forEach(
        (name, value) -> {
          if (!SECTIONS.contains(name)) head.put(name, value);
        });
    text.append(dump.dumpToString(head));
    flow.forEach(
        (name, value) -> {
          if (SECTIONS.contains(name)) {
            text.append('\n').append(dump.dumpToString(Map.of(name, value)));
          }
        });
    return text.toString();
  }

  private static final DumpSettings SETTINGS =
      DumpSettings.builder()
          .setDefaultFlowStyle(FlowStyle.BLOCK)
          .setIndicatorIndent(2)
          .setIndentWithIndicator(true)
          .setSplitLines(false)
          .setDereferenceAliases(true)
          .build();

  /// Puts into quotes what one version of YAML or another would not take for text.
  private static final class Representer extends StandardRepresenter {
    Representer() {
      super(SETTINGS);
      var plain = Objects.requireNonNull(representers.get(String.class));
      representers.put(
          String.class,
          value -> {
            var text = (String) value;
            return NOT_TEXT.matcher(text).matches() || EASIER.matcher(text).matches()
                ? representScalar(Tag.STR, text, ScalarStyle.DOUBLE_QUOTED)
                : plain.representData(value);
          });
    }
  }
}
