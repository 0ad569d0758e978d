package io.orrery.expression.library;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.bound.Budget;
import io.orrery.expression.value.PlainText;
import io.orrery.expression.value.Values;
import java.math.BigDecimal;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Filters that make a text of a text.
final class TextFilters {

  private static final String ELLIPSIS = "...";
  private static final Pattern BLANK = Pattern.compile("\\s");
  private static final Pattern NOT_WORD = Pattern.compile("[^\\w-]");
  private static final Pattern DASHES = Pattern.compile("-{2,}");
  private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");

  private TextFilters() {}

  static List<Filter> all() {
    return List.of(
        Filter.of(
            "lower",
            (input, _, context) ->
                PlainText.of(input, context.budget()).toLowerCase(context.locale())),
        Filter.of(
            "upper",
            (input, _, context) ->
                PlainText.of(input, context.budget()).toUpperCase(context.locale())),
        Filter.of("trim", (input, _, context) -> PlainText.of(input, context.budget()).trim()),
        Filter.of(
            "capitalize", (input, _, context) -> capitalize(PlainText.of(input, context.budget()))),
        Filter.of("title", (input, _, context) -> title(PlainText.of(input, context.budget()))),
        Filter.of(
            "abbreviate",
            List.of("length"),
            (input, arguments, context) ->
                abbreviate(PlainText.of(input, context.budget()), arguments.whole("length"))),
        Filter.of(
            "nl2br",
            (input, _, context) -> {
              var text = PlainText.of(input, context.budget());
              context.budget().chars(6L * text.length());
              return LINE_END.matcher(text).replaceAll("<br />");
            }),
        Filter.of("slugify", (input, _, context) -> slug(PlainText.of(input, context.budget()))),
        Filter.of(
            "startsWith",
            List.of("value"),
            (input, arguments, context) ->
                PlainText.of(input, context.budget()).startsWith(arguments.text("value"))),
        Filter.of(
            "endsWith",
            List.of("value"),
            (input, arguments, context) ->
                PlainText.of(input, context.budget()).endsWith(arguments.text("value"))),
        cut("substringBefore", TextFilters::before),
        cut("substringBeforeLast", TextFilters::beforeLast),
        cut("substringAfter", TextFilters::after),
        cut("substringAfterLast", TextFilters::afterLast),
        Filter.of("indent", List.of("amount", "prefix"), TextFilters::indent),
        Filter.of("nindent", List.of("amount", "prefix"), TextFilters::indentOnNewLine),
        Filter.of("escapeChar", List.of("type"), TextFilters::escape),
        Filter.of("split", List.of("delimiter", "limit"), TextFilters::split),
        Filter.of("string", (input, _, _) -> numberAsText(input)),
        Filter.of("className", (input, _, _) -> input.getClass().getName()));
  }

  private interface Cut {
    String of(String text, String separator);
  }

  private static Filter cut(String name, Cut cut) {
    return Filter.of(
        name,
        List.of("separator"),
        (input, arguments, context) ->
            cut.of(PlainText.of(input, context.budget()), arguments.text("separator")));
  }

  private static String before(String text, String separator) {
    int at = text.indexOf(separator);
    return at < 0 ? text : text.substring(0, at);
  }

  private static String beforeLast(String text, String separator) {
    int at = text.lastIndexOf(separator);
    return at < 0 || separator.isEmpty() ? text : text.substring(0, at);
  }

  private static String after(String text, String separator) {
    int at = text.indexOf(separator);
    return at < 0 ? "" : text.substring(at + separator.length());
  }

  private static String afterLast(String text, String separator) {
    int at = text.lastIndexOf(separator);
    return at < 0 || separator.isEmpty() ? "" : text.substring(at + separator.length());
  }

  private static String capitalize(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!Character.isWhitespace(text.charAt(i))) {
        return text.substring(0, i) + Character.toTitleCase(text.charAt(i)) + text.substring(i + 1);
      }
    }
    return text;
  }

  private static String title(String text) {
    var out = new StringBuilder(text.length());
    boolean first = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      out.append(first ? Character.toTitleCase(c) : c);
      first = Character.isWhitespace(c);
    }
    return out.toString();
  }

  private static String abbreviate(String text, long length) {
    if (length < 0) {
      throw new ExpressionException("the length to abbreviate to must not be negative", 0);
    }
    if (text.length() < length || text.length() <= ELLIPSIS.length()) {
      return text;
    }
    if (length <= ELLIPSIS.length()) {
      return text.substring(0, (int) length);
    }
    int kept = (int) Math.min(text.length(), length - ELLIPSIS.length());
    return text.substring(0, kept) + ELLIPSIS;
  }

  /// Lower-case letters, digits and single dashes; accents are taken off.
  static String slug(String text) {
    var dashed = BLANK.matcher(text).replaceAll("-");
    var plain = NOT_WORD.matcher(Normalizer.normalize(dashed, Normalizer.Form.NFD)).replaceAll("");
    var single = DASHES.matcher(plain.replace('_', '-')).replaceAll("-");
    int start = single.startsWith("-") ? 1 : 0;
    int end = single.length() > start && single.endsWith("-") ? 1 : 0;
    return single.substring(start, single.length() - end).toLowerCase(Locale.ENGLISH);
  }

  private static Object indent(Object input, Arguments arguments, Context context) {
    var text = PlainText.of(input, context.budget());
    return text.isEmpty() ? text : indented(text, lineBreak(text), arguments, context.budget());
  }

  private static Object indentOnNewLine(Object input, Arguments arguments, Context context) {
    var text = PlainText.of(input, context.budget());
    if (text.isEmpty()) {
      return text;
    }
    var lineBreak = lineBreak(text);
    return indented(lineBreak + text, lineBreak, arguments, context.budget());
  }

  /// A prefix after each line break; the first line is taken to be in place.
  private static String indented(
      String text, String lineBreak, Arguments arguments, Budget budget) {
    long amount = arguments.whole("amount");
    if (amount < 0) {
      throw new ExpressionException("the amount to indent by must not be negative", 0);
    }
    var prefix = arguments.text("prefix", " ");
    budget.chars(amount);
    budget.chars(amount * prefix.length());
    return Replacing.literally(text, lineBreak, lineBreak + prefix.repeat((int) amount), budget);
  }

  private static String lineBreak(String text) {
    for (var lineBreak : List.of("\r\n", "\n\r", "\n", "\r")) {
      if (text.contains(lineBreak)) {
        return lineBreak;
      }
    }
    return "\n";
  }

  private static @Nullable Object escape(Object input, Arguments arguments, Context context) {
    var type = arguments.text("type").toLowerCase(Locale.ROOT);
    UnaryOperator<String> escape =
        switch (type) {
          case "single" -> text -> Replacing.literally(text, "'", "\\'", context.budget());
          case "double" -> text -> Replacing.literally(text, "\"", "\\\"", context.budget());
          case "shell" -> text -> Replacing.literally(text, "'", "'\\''", context.budget());
          default ->
              throw new ExpressionException(
                  "'escapeChar' knows the types single, double and shell, not '" + type + "'", 0);
        };
    return eachText(input, escape, context.budget());
  }

  /// The same lists and maps with every other member as a text, changed.
  static @Nullable Object eachText(
      @Nullable Object value, UnaryOperator<String> change, Budget budget) {
    budget.step();
    if (value == null) {
      return null;
    }
    if (value instanceof Map<?, ?> map) {
      var result = new LinkedHashMap<Object, @Nullable Object>();
      map.forEach((key, member) -> result.put(key, eachText(member, change, budget)));
      return result;
    }
    var list = Values.list(value);
    if (list != null) {
      var result = new ArrayList<@Nullable Object>(list.size());
      list.forEach(item -> result.add(eachText(item, change, budget)));
      return result;
    }
    return change.apply(value.toString());
  }

  private static Object split(Object input, Arguments arguments, Context context) {
    var delimiter = Pattern.compile(arguments.text("delimiter"));
    int limit = Math.toIntExact(arguments.whole("limit", 0));
    var parts =
        delimiter.split(context.budget().watched(PlainText.of(input, context.budget())), limit);
    context.budget().items(parts.length);
    return new ArrayList<>(List.of(parts));
  }

  private static String numberAsText(Object input) {
    return input instanceof Number ? input.toString() : new BigDecimal(input.toString()).toString();
  }
}
