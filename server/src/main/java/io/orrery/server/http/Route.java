package io.orrery.server.http;

import java.util.ArrayList;
import java.util.List;

/// A method and a path with `{names}` in it, and what answers there.
///
/// @param pattern such as `/api/v1/flows/{namespace}/{id}`
public record Route(String method, String pattern, Action action) {
  private static final String REST = "...}";

  @FunctionalInterface
  public interface Action {
    // Exception, because an action may do any I/O: what it throws becomes a 500 in one place.
    Answer answer(Call call) throws Exception;
  }

  public static Route get(String pattern, Action action) {
    return new Route("GET", pattern, action);
  }

  public static Route post(String pattern, Action action) {
    return new Route("POST", pattern, action);
  }

  public static Route put(String pattern, Action action) {
    return new Route("PUT", pattern, action);
  }

  public static Route patch(String pattern, Action action) {
    return new Route("PATCH", pattern, action);
  }

  public static Route delete(String pattern, Action action) {
    return new Route("DELETE", pattern, action);
  }

  /// The parts of the pattern between its slashes.
  public List<String> segments() {
    return Router.segments(pattern);
  }

  /// The names in braces, in order.
  List<String> names() {
    var names = new ArrayList<String>();
    for (var segment : segments()) {
      if (isName(segment)) {
        names.add(segment.substring(1, segment.length() - (isRest(segment) ? REST.length() : 1)));
      }
    }
    return names;
  }

  static boolean isRest(String segment) {
    return segment.endsWith(REST);
  }

  static boolean isName(String segment) {
    return segment.startsWith("{");
  }
}
