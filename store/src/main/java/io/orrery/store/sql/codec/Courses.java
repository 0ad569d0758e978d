package io.orrery.store.sql.codec;

import io.orrery.engine.execution.Breakpoint;
import io.orrery.engine.execution.Course;
import io.orrery.model.state.State;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A course as JSON: `{"ends":"FAILED","cut":0,"broken":[1],"hidden":["x"],"stops":["task"]}`, with
/// what says nothing left out; null for one that is open.
public final class Courses {
  private Courses() {}

  public static @Nullable String textOrNull(Course course) {
    if (course.open()) {
      return null;
    }
    var map = new LinkedHashMap<String, Object>();
    course
        .verdict()
        .ifPresent(
            verdict -> {
              map.put("ends", verdict.name());
              map.put("cut", Frames.number(course.cut()));
            });
    if (!course.broken().isEmpty()) {
      map.put("broken", course.broken().stream().boxed().toList());
    }
    if (!course.hidden().isEmpty()) {
      map.put("hidden", List.copyOf(course.hidden()));
    }
    if (!course.breakpoints().isEmpty()) {
      map.put("stops", course.breakpoints().stream().map(Breakpoint::text).toList());
    }
    return Json.text(map);
  }

  public static Course course(@Nullable String text) {
    if (text == null) {
      return Course.OPEN;
    }
    var map = Json.map(text);
    var verdict =
        Optional.ofNullable(map.get("ends")).map(name -> State.valueOf(String.valueOf(name)));
    var cut =
        map.get("cut") instanceof Number number
            ? Frames.branch(number.intValue())
            : Course.OPEN.cut();
    var broken = new BitSet();
    for (var place : list(map, "broken")) {
      if (place instanceof Number number) {
        broken.set(number.intValue());
      }
    }
    Set<String> hidden = new TreeSet<>();
    list(map, "hidden").forEach(name -> hidden.add(String.valueOf(name)));
    var breakpoints =
        list(map, "stops").stream().map(it -> Breakpoint.parse(String.valueOf(it))).toList();
    return new Course(verdict, cut, broken, hidden, breakpoints);
  }

  private static List<?> list(Map<String, Object> map, String key) {
    return map.get(key) instanceof List<?> list ? list : List.of();
  }
}
