package io.orrery.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Finds the route of a path: a tree of segments, where a literal goes before a name.
///
/// A path may fit several routes (`executions/{id}/kill` and `executions/{namespace}/{flow}`); the
/// first that has the method wins, tried literals first at each segment. A name with dots at the
/// end of a pattern, `{path...}`, stands for all that is left, one segment at least.
public final class Router {

  private final Node root = new Node();

  public Router(List<Route> routes) {
    routes.forEach(this::add);
  }

  /// What a path leads to.
  public sealed interface Found {
    /// @param params by name, decoded
    record At(Route route, Map<String, String> params) implements Found {}

    /// The path is there, but not with this method.
    record OtherMethods(List<String> allowed) implements Found {}

    record Nothing() implements Found {}
  }

  public Found find(String method, List<String> path) {
    var allowed = new TreeSet<String>();
    var at = search(root, method, path, 0, new ArrayList<>(), allowed);
    if (at != null) {
      return at;
    }
    return allowed.isEmpty() ? new Found.Nothing() : new Found.OtherMethods(List.copyOf(allowed));
  }

  /// The literal segments that may follow `path`.
  public boolean leadsOn(List<String> path, String next) {
    var node = root;
    for (var segment : path) {
      var child = node.literals.get(segment);
      if (child == null) {
        return false;
      }
      node = child;
    }
    return node.literals.containsKey(next);
  }

  /// The parts of a path between its slashes; empty ones are left out.
  public static List<String> segments(String path) {
    var segments = new ArrayList<String>();
    for (var segment : path.split("/", -1)) {
      if (!segment.isEmpty()) {
        segments.add(segment);
      }
    }
    return segments;
  }

  private static Found.@Nullable At search(
      Node node,
      String method,
      List<String> path,
      int depth,
      List<String> values,
      Set<String> allowed) {
    if (depth == path.size()) {
      allowed.addAll(node.routes.keySet());
      var route = node.routes.get(method);
      return route == null ? null : new Found.At(route, params(route, values));
    }
    var literal = node.literals.get(path.get(depth));
    if (literal != null) {
      var found = search(literal, method, path, depth + 1, values, allowed);
      if (found != null) {
        return found;
      }
    }
    if (node.named != null) {
      values.add(path.get(depth));
      var found = search(node.named, method, path, depth + 1, values, allowed);
      values.removeLast();
      if (found != null) {
        return found;
      }
    }
    allowed.addAll(node.rests.keySet());
    var rest = node.rests.get(method);
    if (rest == null) {
      return null;
    }
    values.add(String.join("/", path.subList(depth, path.size())));
    var found = new Found.At(rest, params(rest, values));
    values.removeLast();
    return found;
  }

  private static Map<String, String> params(Route route, List<String> values) {
    var params = new LinkedHashMap<String, String>();
    var names = route.names();
    for (int i = 0; i < names.size(); i++) {
      params.put(names.get(i), values.get(i));
    }
    return params;
  }

  private void add(Route route) {
    var node = root;
    var routes = node.routes;
    for (var segment : route.segments()) {
      if (Route.isRest(segment)) {
        routes = node.rests;
      } else {
        node = Route.isName(segment) ? node.named() : node.literal(segment);
        routes = node.routes;
      }
    }
    if (routes.put(route.method(), route) != null) {
      throw new IllegalArgumentException(
          "two routes for " + route.method() + " " + route.pattern());
    }
  }

  private static final class Node {
    private final Map<String, Node> literals = new LinkedHashMap<>();
    private final Map<String, Route> routes = new LinkedHashMap<>();
    private final Map<String, Route> rests = new LinkedHashMap<>();
    private @Nullable Node named;

    Node literal(String segment) {
      return literals.computeIfAbsent(segment, _ -> new Node());
    }

    Node named() {
      var node = named;
      if (node == null) {
        node = new Node();
        named = node;
      }
      return node;
    }
  }
}
