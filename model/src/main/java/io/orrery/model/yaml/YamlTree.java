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
import io.orrery.model.yaml.YamlNode.Size;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

  /// Ends the reading: the text cannot be understood any further.
  private static final class Unreadable extends RuntimeException {
    private final Problem problem;

    Unreadable(Code code, Position at, String what, String mend) {
      super(what, null, false, false);
      this.problem = Problem.error(code, "", at, what, mend);
    }
  }

  /// A collection that is still open.
  private static final class Frame {
    final Position at;
    final Optional<Anchor> anchor;
    final @Nullable List<YamlNode> items;
    final @Nullable Map<String, Entry> entries;
    final List<YamlNode> merged = new ArrayList<>();
    @Nullable Scalar key;
    boolean merging;
    Size size = Size.EMPTY;

    Frame(Position at, Optional<Anchor> anchor, boolean mapping) {
      this.at = at;
      this.anchor = anchor;
      this.items = mapping ? null : new ArrayList<>();
      this.entries = mapping ? new LinkedHashMap<>() : null;
    }
  }

  private final int linesBefore;
  private final List<Problem> problems = new ArrayList<>();
  private final Deque<Frame> open = new ArrayDeque<>();
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
      problems.add(stop.problem);
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
      case SequenceStartEvent start -> open(new Frame(place(start), start.getAnchor(), false));
      case MappingStartEvent start -> open(new Frame(place(start), start.getAnchor(), true));
      case SequenceEndEvent _, MappingEndEvent _ -> close();
      default -> {}
    }
  }

  private void open(Frame frame) {
    if (open.size() >= DEPTH_MAX) {
      throw tooDeep(frame.at);
    }
    var parent = open.peek();
    if (parent != null && parent.entries != null && parent.key == null) {
      throw keyNotText(frame.at);
    }
    open.push(frame);
  }

  private void close() {
    var frame = open.pop();
    YamlNode node;
    if (frame.items != null) {
      node = new Sequence(frame.items, frame.at, frame.size);
    } else {
      var entries = requireNonNull(frame.entries);
      frame.merged.forEach(source -> merge(entries, source));
      node = new Mapping(entries, frame.at, frame.size);
    }
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
      problems.add(
          Problem.error(
              Code.DUPLICATE_KEY,
              "",
              node.at(),
              "Duplicate field '" + node.text() + "'.",
              "Keep one of the two."));
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
  private static void checkSize(Frame frame, YamlNode added) {
    if (frame.size.depth() > DEPTH_MAX) throw tooDeep(added.at());
    if (frame.size.weight() > WEIGHT_MAX) {
      throw new Unreadable(
          Code.TOO_LARGE,
          added.at(),
          "The document has more than "
              + WEIGHT_MAX
              + " values, aliases counted each time they are used.",
          "Move data out of the flow.");
    }
  }

  private static Unreadable tooDeep(Position at) {
    return new Unreadable(
        Code.TOO_LARGE,
        at,
        "The document has more than " + DEPTH_MAX + " levels of nesting.",
        "Move the inner part to a subflow.");
  }

  private void merge(Map<String, Entry> entries, YamlNode source) {
    switch (source) {
      case Mapping mapping -> mapping.entries().forEach(entries::putIfAbsent);
      case Sequence sequence when sequence.items().stream().allMatch(Mapping.class::isInstance) ->
          sequence.items().forEach(item -> merge(entries, item));
      case Sequence _, Scalar _ ->
          problems.add(
              Problem.error(
                  Code.YAML_SYNTAX,
                  "",
                  source.at(),
                  "Only maps can be merged with '<<'.",
                  "Give an alias of a map."));
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
      throw keyNotText(place(alias));
    }
  }

  private static Unreadable keyNotText(Position at) {
    return new Unreadable(
        Code.YAML_SYNTAX,
        at,
        "A key must be text, not a list or map.",
        "Quote a text that starts with { or [.");
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
