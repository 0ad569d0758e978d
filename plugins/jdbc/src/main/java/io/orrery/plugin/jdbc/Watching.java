package io.orrery.plugin.jdbc;

import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.Memory;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.jdbc.Session.Mode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the triggers of all databases do: they ask, and whatever rows there are start one
/// execution.
///
/// SQL that takes the rows away (`afterSQL`) has two moments. When it names what was found, as in
/// `where id <= {{ trigger.row.id }}`, it runs once the execution is durable: nothing is lost, and
/// what is found a second time because of a crash in between is recognised. When it names nothing,
/// it runs in the transaction of the query, which sees one state of the database; later, it might
/// take away rows that nobody saw.
public final class Watching {

  /// What both triggers say of themselves.
  public static final String DESCRIPTION =
      """
      The rows are there in `trigger.rows`, `trigger.row` or the file `trigger.uri`, as `fetchType` says; with NONE only
      `trigger.size`. They start an execution at each interval until they are gone, which is for `afterSQL` to do, or for
      the execution.

      An `afterSQL` that names what was found (`{{ trigger.row.id }}`) runs once the execution is durable, and rows found
      again because of a crash in between start no second execution. One that names nothing runs in the transaction of
      the query, and takes away what the query saw; a crash in the moment between that and the execution loses it.
      """;

  private Watching() {}

  private static final Pattern NAMES_FOUND =
      Pattern.compile("\\{[{%].*?\\btrigger\\b", Pattern.DOTALL);

  /// How many finds there were before, and the digest of the last one while its rows may be there.
  private static final String FINDS = "finds";

  private static final String LAST = "last";

  public static List<Found<QueryOutput>> evaluate(
      Source source,
      QueryProperties query,
      Property<String> afterSql,
      RunContext context,
      Memory memory)
      throws Exception {
    var asked = Asked.of(query, context).single();
    var namesFound = namesFound(afterSql);
    List<Asked.Bound> after =
        namesFound
            ? List.of()
            : context
                .render(afterSql)
                .map(sql -> Asked.bound(sql, query, context))
                .orElse(List.of());
    var mode = after.isEmpty() && asked.fetch() != FetchType.STORE ? Mode.EACH : Mode.ALL;
    var answer =
        Session.with(
            source,
            mode,
            context,
            session -> {
              if (!after.isEmpty()) {
                session.steady();
              }
              var found = session.ask(asked.statements().getFirst(), asked.counting());
              if (found.digest().isPresent()) {
                for (var statement : after) {
                  session.ask(statement, Taking.nothing());
                }
              }
              return found;
            });
    if (namesFound) {
      return recognised(answer, memory);
    }
    return answer.digest().isPresent() ? List.of(Found.of(answer.output())) : List.of();
  }

  /// Rows equal to those of the last find were not taken away: they name the same execution.
  private static List<Found<QueryOutput>> recognised(Answer answer, Memory memory) {
    var last = memory.values().get(LAST);
    var finds = memory.values().get(FINDS) instanceof Number number ? number.longValue() : 0;
    if (answer.digest().isEmpty()) {
      if (last != null) {
        memory.keep(Map.of(FINDS, finds));
      }
      return List.of();
    }
    var digest = answer.digest().get();
    var find = digest.equals(last) ? finds : finds + 1;
    if (find != finds) {
      memory.keep(Map.of(FINDS, find, LAST, digest));
    }
    return List.of(Found.of(find + "-" + digest, answer.output()));
  }

  /// Takes away what was found, when the SQL for it names that.
  public static void taken(
      Source source,
      QueryProperties query,
      Property<String> afterSql,
      RunContext context,
      List<Found<QueryOutput>> found)
      throws Exception {
    if (!namesFound(afterSql)) {
      return;
    }
    for (var each : found) {
      var knowing = context.with(Map.of("trigger", variables(each.output())));
      var statements = Asked.bound(knowing.require(afterSql, "afterSQL"), query, knowing);
      Session.with(
          source,
          Mode.ALL,
          context,
          session -> {
            for (var statement : statements) {
              session.ask(statement, Taking.nothing());
            }
            return found;
          });
    }
  }

  private static boolean namesFound(Property<String> afterSql) {
    return afterSql.raw().filter(raw -> NAMES_FOUND.matcher(raw.toString()).find()).isPresent();
  }

  @SuppressWarnings("NullAway") // variables may be null, which their type cannot say
  private static Map<String, Object> variables(QueryOutput output) {
    var variables = new LinkedHashMap<String, @Nullable Object>();
    variables.put("row", output.row());
    variables.put("rows", output.rows());
    variables.put("uri", output.uri());
    variables.put("size", output.size());
    return variables;
  }
}
