package io.orrery.expression;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Maps, lists and scalars whose texts are templates: a task's properties, say. Compiled once,
/// evaluated often, by any thread.
public final class TemplateTree {

  private final Node root;
  private final Reads reads;

  private TemplateTree(Node root) {
    this.root = root;
    this.reads = readsOf(root);
  }

  /// @param tree maps, lists, sets, texts, scalars, null; not to be changed afterwards
  /// @throws ExpressionException when a text is not a template
  public static TemplateTree compile(Templates templates, @Nullable Object tree) {
    return new TemplateTree(node(templates, tree));
  }

  /// What all its templates may read.
  public Reads reads() {
    return reads;
  }

  /// Whether there is no template in it: evaluating gives back what it was made of.
  public boolean literal() {
    return root instanceof Literal;
  }

  /// The tree with its texts evaluated: one that is a single expression becomes a value with its
  /// type, others become texts. Keys are rendered too; when two are the same then, the first stays.
  ///
  /// @throws ExpressionException as [Template#evaluate]
  public @Nullable Object evaluate(Map<String, Object> variables, Services services) {
    return value(root, variables, services);
  }

  private sealed interface Node {}

  private record Literal(@Nullable Object value) implements Node {}

  private record Text(Template template) implements Node {}

  private record Items(List<Node> items) implements Node {}

  private record Members(List<Member> members) implements Node {}

  private record Member(Template key, Node value) {}

  private static Node node(Templates templates, @Nullable Object tree) {
    return switch (tree) {
      case String text -> {
        var template = templates.compile(text);
        yield template.literal() ? new Literal(text) : new Text(template);
      }
      case Map<?, ?> map -> {
        var members = new ArrayList<Member>(map.size());
        map.forEach(
            (key, value) ->
                members.add(
                    new Member(templates.compile(String.valueOf(key)), node(templates, value))));
        boolean literal =
            members.stream()
                .allMatch(member -> member.key().literal() && member.value() instanceof Literal);
        yield literal ? new Literal(map) : new Members(List.copyOf(members));
      }
      case List<?> list -> items(templates, list, list);
      case Set<?> set -> items(templates, new ArrayList<>(set), set);
      case null, default -> new Literal(tree);
    };
  }

  private static Node items(Templates templates, List<?> list, Object original) {
    var items = new ArrayList<Node>(list.size());
    list.forEach(item -> items.add(node(templates, item)));
    return items.stream().allMatch(Literal.class::isInstance)
        ? new Literal(original)
        : new Items(List.copyOf(items));
  }

  private static Reads readsOf(Node node) {
    return switch (node) {
      case Literal _ -> Reads.NOTHING;
      case Text text -> text.template().reads();
      case Items items ->
          items.items().stream().map(TemplateTree::readsOf).reduce(Reads.NOTHING, Reads::and);
      case Members members ->
          members.members().stream()
              .map(member -> member.key().reads().and(readsOf(member.value())))
              .reduce(Reads.NOTHING, Reads::and);
    };
  }

  private static @Nullable Object value(
      Node node, Map<String, Object> variables, Services services) {
    return switch (node) {
      case Literal literal -> literal.value();
      case Text text -> text.template().evaluate(variables, services);
      case Items items -> {
        var list = new ArrayList<@Nullable Object>(items.items().size());
        for (var item : items.items()) {
          list.add(value(item, variables, services));
        }
        yield list;
      }
      case Members members -> {
        var map = new LinkedHashMap<String, @Nullable Object>();
        for (var member : members.members()) {
          var key = member.key().render(variables, services);
          if (!map.containsKey(key)) {
            map.put(key, value(member.value(), variables, services));
          }
        }
        yield map;
      }
    };
  }
}
