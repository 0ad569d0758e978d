package io.orrery.expression.code;

import io.orrery.expression.library.Library;
import io.orrery.expression.parse.Parsed;
import io.pebbletemplates.pebble.node.BlockNode;
import io.pebbletemplates.pebble.node.BodyNode;
import io.pebbletemplates.pebble.node.ForNode;
import io.pebbletemplates.pebble.node.IfNode;
import io.pebbletemplates.pebble.node.MacroNode;
import io.pebbletemplates.pebble.node.NamedArgumentNode;
import io.pebbletemplates.pebble.node.PrintNode;
import io.pebbletemplates.pebble.node.RenderableNode;
import io.pebbletemplates.pebble.node.SetNode;
import io.pebbletemplates.pebble.node.TextNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Turns a template's tree into code: here its tags, in [Expressions] its expressions.
///
/// Macros and blocks may be used before they are written, so they are looked up when they run; the
/// maps that hold them are complete by then and never change after.
public final class Lowering {

  private final ReadsCollector reads = new ReadsCollector();
  private final Map<String, Macro> macros = new HashMap<>();
  private final Map<String, Piece> blocks = new HashMap<>();
  private final Expressions expressions;

  private Lowering(Parsed parsed, Library library) {
    expressions = new Expressions(parsed, library, reads, macros, blocks, this::body);
  }

  /// @param source the text as the user wrote it, for messages
  /// @param rerendered whether the output is rendered again, so that anything may be read
  public static Unit lower(String source, Parsed parsed, Library library, boolean rerendered) {
    var lowering = new Lowering(parsed, library);
    if (rerendered) {
      lowering.reads.everything();
    }
    var children = parsed.body().getChildren();
    if (children.size() == 1 && children.getFirst() instanceof PrintNode print) {
      var sole = lowering.expressions.lower(print.getExpression());
      return new Unit(source, printing(sole), sole, lowering.reads.reads());
    }
    var body = lowering.body(parsed.body());
    return new Unit(source, body, null, lowering.reads.reads());
  }

  private Piece body(BodyNode body) {
    var pieces = new ArrayList<Piece>();
    for (var child : body.getChildren()) {
      var piece = piece(child);
      if (piece != null) {
        pieces.add(piece);
      }
    }
    if (pieces.size() == 1) {
      return pieces.getFirst();
    }
    var all = pieces.toArray(Piece[]::new);
    return (evaluation, output) -> {
      for (var piece : all) {
        piece.render(evaluation, output);
      }
    };
  }

  private @Nullable Piece piece(RenderableNode node) {
    return switch (node) {
      case TextNode text -> text(new String(text.getData()));
      case PrintNode print -> printing(expressions.lower(print.getExpression()));
      case IfNode condition -> condition(condition);
      case ForNode loop -> loop(loop);
      case SetNode set -> set(set);
      case BlockNode block -> block(block);
      case BodyNode inner -> body(inner);
      case MacroNode macro -> {
        macro(macro);
        yield null;
      }
      default ->
          throw new IllegalStateException("no tag makes a " + node.getClass().getSimpleName());
    };
  }

  private static Piece text(String text) {
    return (_, output) -> output.text(text);
  }

  private static Piece printing(Code code) {
    return (evaluation, output) -> output.value(code.value(evaluation));
  }

  private Piece condition(IfNode node) {
    var conditions = new ArrayList<Code>();
    var bodies = new ArrayList<Piece>();
    for (var branch : node.getConditionsWithBodies()) {
      conditions.add(expressions.lower(branch.getLeft()));
      bodies.add(body(branch.getRight()));
    }
    var otherwise = node.getElseBody() == null ? null : body(node.getElseBody());
    int line = node.getLineNumber();
    return (evaluation, output) -> {
      for (int i = 0; i < conditions.size(); i++) {
        if (Truths.of(conditions.get(i).value(evaluation), "if", line)) {
          bodies.get(i).render(evaluation, output);
          return;
        }
      }
      if (otherwise != null) {
        otherwise.render(evaluation, output);
      }
    };
  }

  private Piece loop(ForNode node) {
    var over = expressions.lower(node.getIterable());
    var name = node.getIterationVariable();
    reads.bind(Set.of(name, "loop"));
    var body = body(node.getBody());
    reads.unbind();
    var otherwise = node.getElseBody() == null ? null : body(node.getElseBody());
    return new ForEach(name, over, body, otherwise, node.getLineNumber());
  }

  private Piece set(SetNode node) {
    var code = expressions.lower(node.getValue());
    var name = node.getName();
    return (evaluation, _) -> evaluation.scope().set(name, code.value(evaluation));
  }

  private Piece block(BlockNode node) {
    var body = body(node.getBody());
    blocks.put(node.getName(), body);
    return (evaluation, output) -> {
      evaluation.budget().enter();
      try {
        body.render(evaluation, output);
      } finally {
        evaluation.budget().leave();
      }
    };
  }

  private void macro(MacroNode node) {
    List<NamedArgumentNode> parameters = node.getArgs().getNamedArgs();
    var names = parameters.stream().map(NamedArgumentNode::getName).toList();
    var defaults = new @Nullable Code[names.size()];
    for (int i = 0; i < defaults.length; i++) {
      var value = parameters.get(i).getValueExpression();
      defaults[i] = value == null ? null : expressions.lower(value);
    }
    var macro = new Macro(names, defaults);
    macros.put(node.getName(), macro);
    reads.bind(new HashSet<>(names));
    macro.body(body(node.getBody()));
    reads.unbind();
  }
}
