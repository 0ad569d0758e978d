package io.orrery.server.execution;

import io.orrery.engine.execution.Execution;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.list.Csv;
import io.orrery.server.list.ExecutionFilters;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.PageRequest;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Lists of executions for other programs: as a table, and which values a field has among them.
public final class ExecutionExports {
  private static final int ROWS_MAX = 100_000;
  private static final int VALUES = 100;
  private static final int VALUES_MAX = 1_000;

  /// One row an execution; dates are ISO 8601, labels are `key:value` with commas.
  private static final List<String> COLUMNS =
      List.of(
          "id", "namespace", "flowId", "flowRevision", "state", "startDate", "endDate", "labels");

  /// The fields whose values can be asked for.
  private static final Map<String, Function<Execution, Stream<String>>> FIELDS =
      Map.of(
          "namespace", it -> Stream.of(it.fixed().flow().namespace()),
          "flowId", it -> Stream.of(it.fixed().flow().id()),
          "state", it -> Stream.of(it.state().name()),
          "triggerId", it -> it.fixed().trigger().map(by -> by.id()).stream(),
          "labels",
              it -> it.labels().entrySet().stream().map(l -> l.getKey() + ":" + l.getValue()));

  private final ExecutionQueries executions;
  private final InstantSource clock;

  public ExecutionExports(ExecutionQueries executions, InstantSource clock) {
    this.executions = executions;
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/executions/export/by-query/csv", this::csv),
        Route.get("/api/v1/executions/distinct-field-values", this::values));
  }

  /// The newest first, and no more than [#ROWS_MAX].
  private Answer csv(Call call) {
    var filter = ExecutionFilters.of(call.query(), clock.instant());
    return new Answer.Streamed(
        200,
        Csv.TYPE,
        Map.of("Content-Disposition", "attachment; filename=\"executions.csv\""),
        out -> {
          out.write(line(COLUMNS));
          for (var pages = pages(filter); pages.hasNext(); ) {
            for (var execution : pages.next()) {
              out.write(line(row(execution)));
            }
          }
        });
  }

  private static List<String> row(Execution execution) {
    var fixed = execution.fixed();
    return List.of(
        execution.id().value(),
        fixed.flow().namespace(),
        fixed.flow().id(),
        String.valueOf(fixed.revision()),
        execution.state().name(),
        execution.history().startedAt().toString(),
        execution.history().endedAt().map(Object::toString).orElse(""),
        execution.labels().entrySet().stream()
            .map(label -> label.getKey() + ":" + label.getValue())
            .collect(Collectors.joining(",")));
  }

  private static byte[] line(List<String> cells) {
    return Csv.line(cells).getBytes(StandardCharsets.UTF_8);
  }

  /// In order, and no more than `size`; of the executions that match, the newest [#ROWS_MAX].
  private Answer values(Call call) {
    var query = call.query();
    var name = query.text("field").orElseThrow(() -> Fault.argument("parameter 'field' is needed"));
    var field = FIELDS.get(name.replace("state.current", "state"));
    if (field == null) {
      throw Fault.argument(
          "parameter 'field' is '"
              + name
              + "', which is not one of "
              + new TreeSet<>(FIELDS.keySet()));
    }
    int size = query.integer("size").orElse(VALUES);
    if (size < 1 || size > VALUES_MAX) {
      throw Fault.argument("parameter 'size' must be 1 to " + VALUES_MAX);
    }
    var values = new TreeSet<String>();
    var pages = pages(ExecutionFilters.of(query, clock.instant()));
    pages.forEachRemaining(page -> page.stream().flatMap(field).forEach(values::add));
    return Answer.json(values.stream().limit(size).toList());
  }

  /// The executions that match, page by page.
  private Iterator<List<Execution>> pages(ExecutionFilter filter) {
    return Stream.iterate(1, page -> (page - 1) * PageRequest.SIZE_MAX < ROWS_MAX, page -> page + 1)
        .map(page -> page(filter, page))
        .takeWhile(found -> !found.isEmpty())
        .iterator();
  }

  private List<Execution> page(ExecutionFilter filter, int page) {
    return executions
        .search(filter, new PageRequest(page, PageRequest.SIZE_MAX, List.of()))
        .results();
  }
}
