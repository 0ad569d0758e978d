package io.orrery.conformance.match;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Compares what came out with what a corpus expects.
///
/// A plain value means equal. An object is compared part by part: what it does not name is free; a
/// key that the other value does not have literally is read as a path. Keys that begin with `$` are
/// matchers, all of which must hold; they may stand beside parts (`{"$size": 4, "[2].id": "x"}`). A
/// list must have the same length, item by item. Null expects null or nothing there.
public final class Matchers {

  private static final Map<String, Rule> RULES = rules();

  private final Context context;

  public Matchers(Context context) {
    this.context = context;
  }

  /// One matcher: whether `actual` is what `operand` asks for.
  ///
  /// A rule throws [UnknownMatcher] for an operand that it does not understand.
  interface Rule {
    boolean holds(Operand operand, @Nullable Object actual, Matchers matchers);
  }

  /// @param value what stands under the matcher's key
  /// @param beside the whole object it stands in, for matchers with a second key
  record Operand(String name, @Nullable Object value, Map<String, Object> beside) {

    String text() {
      return value instanceof String text ? text : Values.text(value);
    }

    List<?> items() {
      return Values.list(value)
          .orElseThrow(
              () -> new UnknownMatcher(name + " needs a list, not " + Values.shown(value)));
    }

    boolean flag() {
      if (value instanceof Boolean flag) {
        return flag;
      }
      throw new UnknownMatcher(name + " needs true or false, not " + Values.shown(value));
    }
  }

  private static Map<String, Rule> rules() {
    var all = new LinkedHashMap<String, Rule>();
    all.putAll(TextRules.ALL);
    all.putAll(PresenceRules.ALL);
    all.putAll(NumberRules.ALL);
    all.putAll(ListRules.ALL);
    all.putAll(TimeRules.ALL);
    return all;
  }

  public Context context() {
    return context;
  }

  public boolean matches(@Nullable Object expected, @Nullable Object actual) {
    return compare(expected, actual).isEmpty();
  }

  /// The differences; none when `actual` is as expected.
  ///
  /// @throws UnknownMatcher when the expectation cannot be understood
  public List<Mismatch> compare(@Nullable Object expected, @Nullable Object actual) {
    return compare("", expected, actual);
  }

  /// As [#compare(Object,Object)], for a value that stands at `path`.
  public List<Mismatch> compare(String path, @Nullable Object expected, @Nullable Object actual) {
    if (expected instanceof Map<?, ?>) {
      return compareObject(path, Json.members(expected), actual);
    }
    var items = Values.list(expected);
    if (items.isPresent()) {
      return compareList(path, items.get(), actual);
    }
    return Values.equal(expected, actual) ? List.of() : List.of(miss(path, expected, actual));
  }

  private List<Mismatch> compareObject(
      String path, Map<String, Object> expected, @Nullable Object actual) {
    if (expected.isEmpty()) {
      return actual instanceof Map ? List.of() : List.of(miss(path, expected, actual));
    }
    var misses = new ArrayList<Mismatch>();
    for (var part : expected.entrySet()) {
      if (belongsToMatcher(part.getKey(), expected)) {
        continue;
      }
      if (part.getKey().startsWith("$")) {
        misses.addAll(applyRule(path, part.getKey(), expected, actual));
      } else {
        var at = Paths.join(path, part.getKey());
        misses.addAll(compare(at, part.getValue(), part(actual, part.getKey())));
      }
    }
    return misses;
  }

  private List<Mismatch> applyRule(
      String path, String name, Map<String, Object> expected, @Nullable Object actual) {
    if (name.equals("$repeat")) {
      var text = Repeat.text(expected.get(name));
      return text.equals(actual) ? List.of() : List.of(miss(path, text, actual));
    }
    var rule = RULES.get(name);
    if (rule == null) {
      throw new UnknownMatcher("matcher " + name);
    }
    var operand = new Operand(name, expected.get(name), expected);
    return rule.holds(operand, actual, this) ? List.of() : List.of(miss(path, expected, actual));
  }

  private static @Nullable Object part(@Nullable Object actual, String key) {
    if (actual instanceof Map<?, ?> map && map.containsKey(key)) {
      return map.get(key);
    }
    return Paths.get(actual, key);
  }

  /// Keys that say more about the matcher they stand beside.
  private static boolean belongsToMatcher(String key, Map<String, Object> object) {
    return (key.equals("value") && object.containsKey("$type"))
        || (key.equals("$prefixedBy") && object.containsKey("$containsOutputOf"));
  }

  private List<Mismatch> compareList(String path, List<?> expected, @Nullable Object actual) {
    var list = Values.list(actual).orElse(null);
    if (list == null || list.size() != expected.size()) {
      return List.of(miss(path, expected, actual));
    }
    var misses = new ArrayList<Mismatch>();
    for (var i = 0; i < expected.size(); i++) {
      misses.addAll(compare(path + "[" + i + "]", expected.get(i), list.get(i)));
    }
    return misses;
  }

  private static Mismatch miss(String path, @Nullable Object expected, @Nullable Object actual) {
    return new Mismatch(path, Values.shown(expected), Values.shown(actual));
  }
}
