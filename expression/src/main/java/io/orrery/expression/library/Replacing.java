package io.orrery.expression.library;

import io.orrery.expression.bound.Budget;
import io.orrery.expression.value.PlainText;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Replacing and finding in texts, literally and by regular expressions, within the budget.
final class Replacing {

  private Replacing() {}

  static List<Filter> all() {
    return List.of(
        Filter.of("replace", List.of("replace_pairs", "regexp"), Replacing::replace),
        Filter.of(
            "regexReplace",
            List.of("regex", "replacement"),
            (input, arguments, context) ->
                byRegex(
                    PlainText.of(input, context.budget()),
                    arguments.text("regex"),
                    arguments.text("replacement"),
                    context.budget())),
        new Filter("regexMatch", List.of("regex"), Filter.Nulls.SEE, Replacing::matches),
        Filter.of("regexExtract", List.of("regex", "group"), Replacing::extract));
  }

  private static @Nullable Object replace(Object input, Arguments arguments, Context context) {
    var pairs = arguments.map("replace_pairs");
    boolean regex = arguments.flag("regexp", false);
    var budget = context.budget();
    return TextFilters.eachText(
        input,
        text -> {
          var result = text;
          for (var pair : pairs.entrySet()) {
            var from = String.valueOf(pair.getKey());
            var to = String.valueOf(pair.getValue());
            result =
                regex ? byRegex(result, from, to, budget) : literally(result, from, to, budget);
          }
          return result;
        },
        budget);
  }

  private static Object matches(@Nullable Object input, Arguments arguments, Context context) {
    var pattern = Pattern.compile(arguments.text("regex"));
    return input != null
        && pattern.matcher(context.budget().watched(PlainText.of(input, context.budget()))).find();
  }

  private static @Nullable Object extract(Object input, Arguments arguments, Context context) {
    var matcher =
        Pattern.compile(arguments.text("regex"))
            .matcher(context.budget().watched(PlainText.of(input, context.budget())));
    int group = Math.toIntExact(arguments.whole("group", 0));
    return matcher.find() ? matcher.group(group) : null;
  }

  /// `text` with each `from` replaced by `to`; the size is known before anything is made.
  static String literally(String text, String from, String to, Budget budget) {
    budget.work(text.length());
    if (to.length() > from.length()) {
      long found = 0;
      if (from.isEmpty()) {
        found = text.length() + 1L;
      } else {
        for (int at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + from.length())) {
          found++;
        }
      }
      budget.chars(text.length() + found * (to.length() - from.length()));
    }
    return text.replace(from, to);
  }

  private static String byRegex(String text, String regex, String replacement, Budget budget) {
    var matcher = Pattern.compile(regex).matcher(budget.watched(text));
    var out = new StringBuilder();
    while (matcher.find()) {
      budget.step();
      matcher.appendReplacement(out, replacement);
      budget.chars(out.length());
    }
    matcher.appendTail(out);
    budget.chars(out.length());
    return out.toString();
  }
}
