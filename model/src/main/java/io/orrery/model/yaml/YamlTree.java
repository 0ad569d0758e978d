package io.orrery.model.yaml;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.orrery.model.problem.Code;
import io.orrery.model.problem.Position;
import io.orrery.model.problem.Problem;
import io.orrery.model.yaml.YamlNode.Entry;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Origin;
import io.orrery.model.yaml.YamlNode.Scalar;
import io.orrery.model.yaml.YamlNode.Sequence;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// One YAML document into a [YamlNode], from the parser's events and without recursion, so that no
/// text can overflow the stack.
///
/// Limits: [#CHARACTERS_MAX] of text, [#DEPTH_MAX] levels, [#WEIGHT_MAX] nodes with every alias
/// counted as often as it is used. An alias of something unfinished (a loop) is unknown.
final class YamlTree {

  static final int CHARACTERS_MAX = 10_000_000;
  static final int DEPTH_MAX = 100;
  static final int WEIGHT_MAX = 500_000;

  private static final int BUFFER_MIN = 1024;
  private static final String TAGS = "tag:yaml.org,2002:";

  /// What a text is: a root (absent when the text is empty) and what was noticed on the way.
  record Read(Optional<YamlNode> root, List<Problem> problems) {}

  private final int linesBefore;
  private final List<Problem> problems = new ArrayList<>();
  private final Deque<OpenNode> open = new ArrayDeque<>();
  private final Map<Anchor, YamlNode> anchors = new HashMap<>();
  private @Nullable YamlNode root;
  private int documents;

  private YamlTree(int linesBefore) {
    this.linesBefore = linesBefore;
  }

  /// Reads a text of one document.
  ///
  /// @param linesBefore how many lines stand before it in the file, for positions
  static Read read(String text, int linesBefore) {
    if (text.length() > CHARACTERS_MAX) {
      var what =
          "The text has %d characters, at most %d are read."
              .formatted(text.length(), CHARACTERS_MAX);
      return new Read(
          Optional.empty(),
          List.of(
              Problem.error(
                  Code.TOO_LARGE,
                  "",
                  new Position(linesBefore + 1, 1),
                  what,
                  "Move data out of the flow.")));
    }
    return new YamlTree(linesBefore).read(text.startsWith("\uFEFF") ? text.substring(1) : text);
  }

  private Read read(String text) {
    try {
      for (var event : new Parse(settings(text)).parseString(text)) accept(event);
    } catch (Unreadable stop) {
      problems.add(stop.problem());
      return new Read(Optional.empty(), problems);
    } catch (YamlEngineException failure) {
      problems.add(syntax(failure));
      return new Read(Optional.empty(), problems);
    }
    return new Read(Optional.ofNullable(root), problems);
  }

  /// The buffer holds the whole text: the reader copies what it holds each time it takes more,
  /// which makes a very long line cost its square.
  private static LoadSettings settings(String text) {
    return LoadSettings.builder()
        .setCodePointLimit(CHARACTERS_MAX + 1)
        .setBufferSize(Math.max(BUFFER_MIN, text.length() + 1))
        .setAllowDuplicateKeys(true)
        .build();
  }

  private void accept(Event event) {
    switch (event) {
      case DocumentStartEvent _ -> {
        if (++documents > 1) {
          throw new Unreadable(
              Code.YAML_SYNTAX,
              place(event),
              "A second document starts here, one is read.",
              "Split the file.");
        }
      }
      case AliasEvent alias -> addAliased(alias);
      case ScalarEvent scalar -> {
        var node = scalar(scalar);
        scalar.getAnchor().ifPresent(anchor -> anchors.put(anchor, node));
        addScalar(node, scalar.isPlain());
      }
      case SequenceStartEvent start -> open(new OpenNode(place(start), start.getAnchor(), false));
      case MappingStartEvent start -> open(new OpenNode(place(start), start.getAnchor(), true));
      case SequenceEndEvent _, MappingEndEvent _ -> close();
      default -> {}
    }
  }

  private void open(OpenNode frame) {
    if (open.size() >= DEPTH_MAX) {
      throw Unreadable.tooDeep(frame.at);
    }
    var parent = open.peek();
    if (parent != null && parent.entries != null && parent.key == null) {
      throw Unreadable.keyNotText(frame.at);
    }
    open.push(frame);
  }

  private void close() {
    var frame = open.pop();
    if (frame.entries != null) {
      var entries = frame.entries;
      frame.merged.forEach(source -> merge(entries, source));
    }
    var node = frame.closed();
    frame.anchor.ifPresent(anchor -> anchors.put(anchor, node));
    add(node);
  }

  private void addScalar(Scalar node, boolean plain) {
    var frame = open.peek();
    if (frame == null || frame.entries == null || frame.key != null) {
      add(node);
      return;
    }
    frame.key = node;
    frame.merging = plain && node.text().equals("<<");
    if (!frame.merging && frame.entries.containsKey(node.text())) {
      remark(
          Code.DUPLICATE_KEY,
          node.at(),
          "Duplicate field '" + Values.abridged(node.text()) + "'.",
          "Keep one of the two.");
    }
  }

  private void add(YamlNode node) {
    var frame = open.peek();
    if (frame == null) {
      root = node;
      return;
    }
    frame.size = frame.size.plus(node.size());
    checkSize(frame, node);
    if (frame.items != null) {
      frame.items.add(node);
      return;
    }
    var key = requireNonNull(frame.key, "a collection as key is refused when it opens");
    frame.key = null;
    if (frame.merging) {
      frame.merged.add(node);
    } else {
      requireNonNull(frame.entries)
          .putIfAbsent(key.text(), new Entry(key.at(), node, Origin.AUTHOR));
    }
  }

  /// Counts what aliases repeat, so that a few lines cannot stand for millions of values.
  private static void checkSize(OpenNode frame, YamlNode added) {
    if (frame.size.depth() > DEPTH_MAX) throw Unreadable.tooDeep(added.at());
    if (frame.size.weight() > WEIGHT_MAX) throw Unreadable.tooMany(added.at());
  }

  private void remark(Code code, Position at, String what, String mend) {
    if (problems.size() < Reading.PROBLEMS_MAX) {
      problems.add(Problem.error(code, "", at, what, mend));
    }
  }

  private void merge(Map<String, Entry> entries, YamlNode source) {
    switch (source) {
      case Mapping mapping -> mapping.entries().forEach(entries::putIfAbsent);
      case Sequence sequence when sequence.items().stream().allMatch(Mapping.class::isInstance) ->
          sequence.items().forEach(item -> merge(entries, item));
      case Sequence _, Scalar _ ->
          remark(
              Code.YAML_SYNTAX,
              source.at(),
              "Only maps can be merged with '<<'.",
              "Give an alias of a map.");
    }
  }

  private void addAliased(AliasEvent alias) {
    var node = aliased(alias);
    var frame = open.peek();
    if (frame == null || frame.entries == null || frame.key != null) {
      add(node);
    } else if (node instanceof Scalar scalar) {
      addScalar(new Scalar(scalar.value(), scalar.text(), place(alias)), false);
    } else {
      throw Unreadable.keyNotText(place(alias));
    }
  }

  private YamlNode aliased(AliasEvent alias) {
    var node = anchors.get(alias.getAlias());
    if (node == null) {
      throw new Unreadable(
          Code.YAML_SYNTAX,
          place(alias),
          "No complete value is anchored as '" + alias.getAlias() + "' before this alias.",
          "Quote the text if it only starts with *.");
    }
    return node;
  }

  private Scalar scalar(ScalarEvent event) {
    var text = event.getValue();
    var at = place(event);
    var tag = event.getTag().orElse("");
    if (event.isPlain() && tag.isEmpty()) return new Scalar(Scalars.resolve(text), text, at);
    return switch (tag.startsWith(TAGS) ? tag.substring(TAGS.length()) : "") {
      case "int", "float", "bool", "null" -> new Scalar(Scalars.resolve(text), text, at);
      default -> new Scalar(text, text, at);
    };
  }

  private Problem syntax(YamlEngineException failure) {
    if (!(failure instanceof MarkedYamlEngineException marked)) {
      var message = requireNonNullElse(failure.getMessage(), "unreadable");
      return Problem.error(
          Code.YAML_SYNTAX,
          "",
          new Position(linesBefore + 1, 1),
          "The text is not YAML: " + firstLine(message) + ".",
          "");
    }
    var at =
        marked
            .getProblemMark()
            .or(marked::getContextMark)
            .map(this::position)
            .orElse(Position.NONE);
    var problem = requireNonNullElse(marked.getProblem(), "unreadable");
    var mend =
        problem.contains("\\t") || problem.contains("TAB")
            ? "Indent with spaces, not tabs."
            : "Check the indentation and the quotes around this line.";
    return Problem.error(
        Code.YAML_SYNTAX, "", at, "The text is not YAML: " + firstLine(problem) + ".", mend);
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("").strip();
  }

  private Position place(Event event) {
    return event.getStartMark().map(this::position).orElse(Position.NONE);
  }

  private Position position(Mark mark) {
    return new Position(linesBefore + mark.getLine() + 1, mark.getColumn() + 1);
  }
}
