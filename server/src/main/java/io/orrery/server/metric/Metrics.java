package io.orrery.server.metric;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.server.list.Paging;
import io.orrery.store.query.MetricQueries;
import io.orrery.store.query.MetricQueries.Sample;
import io.orrery.store.query.PageRequest;
import io.orrery.store.vnode.MetricRow;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Reads of metrics: those of an execution one by one, those of a flow summed up over time.
public final class Metrics {
  private static final Duration RANGE_DEFAULT = Duration.ofDays(30);
  private static final Set<String> SORTABLE = Set.of("timestamp", "name", "value");

  private final MetricQueries metrics;
  private final InstantSource clock;

  public Metrics(MetricQueries metrics, InstantSource clock) {
    this.metrics = metrics;
    this.clock = clock;
  }

  public List<Route> routes() {
    var base = "/api/v1/metrics/";
    return List.of(
        Route.get(base + "{id}", this::ofExecution),
        Route.get(base + "names/{namespace}/{flow}", this::names),
        Route.get(base + "names/{namespace}/{flow}/{task}", this::names),
        Route.get(
            base + "tasks/{namespace}/{flow}", call -> Answer.json(metrics.tasks(flow(call)))),
        Route.get(base + "aggregates/{namespace}/{flow}/{metric}", this::aggregates),
        Route.get(base + "aggregates/{namespace}/{flow}/{task}/{metric}", this::aggregates));
  }

  private Answer ofExecution(Call call) {
    var query = call.query();
    var task = query.text("taskId");
    var run = query.text("taskRunId");
    var page = Paging.of(query, SORTABLE);
    var found = new ArrayList<MetricRow>();
    for (var row : metrics.of(new ExecutionId(call.param("id")))) {
      if (task.filter(id -> !id.equals(row.taskId())).isEmpty()
          && run.filter(id -> !id.equals(row.taskRun().toString())).isEmpty()) {
        found.add(row);
      }
    }
    sort(found, page.sort());
    return Answer.json(Paging.json(Paging.cut(found, page), Metrics::shape));
  }

  private static void sort(List<MetricRow> rows, List<PageRequest.Sort> sorts) {
    for (var sort : sorts.reversed()) {
      Comparator<MetricRow> order =
          switch (sort.field()) {
            case "name" -> Comparator.comparing(MetricRow::name);
            case "value" -> Comparator.comparing(MetricRow::value);
            default -> Comparator.comparing(MetricRow::at);
          };
      rows.sort(sort.ascending() ? order : order.reversed());
    }
  }

  private static Map<String, Object> shape(MetricRow row) {
    return new JsonMap()
        .with("namespace", row.flow().namespace())
        .with("flowId", row.flow().id())
        .with("taskId", row.taskId())
        .with("executionId", row.taskRun().execution().value())
        .with("taskRunId", row.taskRun().toString())
        .with("type", row.kind())
        .with("name", row.name())
        .with("value", row.value())
        .with("timestamp", row.at())
        .with("tags", row.tags().isEmpty() ? null : row.tags())
        .map();
  }

  private static FlowId flow(Call call) {
    return new FlowId(call.param("namespace"), call.param("flow"));
  }

  private Answer names(Call call) {
    return Answer.json(metrics.names(flow(call), call.optionalParam("task")));
  }

  /// One value for each part of the range; zero where nothing was measured.
  private Answer aggregates(Call call) {
    var to = call.query().instant("endDate").orElseGet(clock::instant);
    var from = call.query().instant("startDate").orElse(to.minus(RANGE_DEFAULT));
    if (!from.isBefore(to)) {
      throw Fault.argument("startDate must be before endDate");
    }
    var aggregation = call.query().choice("aggregation", Aggregation.class).orElse(Aggregation.SUM);
    var name = call.param("metric");
    var unit = unit(Duration.between(from, to));
    var parts = new TreeMap<Instant, DoubleSummaryStatistics>();
    for (var at = begin(from, unit); at.isBefore(to); at = next(at, unit)) {
      parts.put(at, new DoubleSummaryStatistics());
    }
    for (Sample sample : metrics.samples(flow(call), call.optionalParam("task"), name, from, to)) {
      Optional.ofNullable(parts.floorEntry(sample.at()))
          .ifPresent(part -> part.getValue().accept(sample.value()));
    }
    var values = new ArrayList<Map<String, Object>>();
    parts.forEach(
        (at, part) ->
            values.add(
                new JsonMap()
                    .with("name", name)
                    .with("value", aggregation.of(part))
                    .with("date", at)
                    .map()));
    return Answer.json(new JsonMap().with("groupBy", unit.word).with("aggregations", values).map());
  }

  private enum Aggregation {
    SUM,
    AVG,
    MIN,
    MAX;

    double of(DoubleSummaryStatistics part) {
      if (part.getCount() == 0) {
        return 0;
      }
      return switch (this) {
        case SUM -> part.getSum();
        case AVG -> part.getAverage();
        case MIN -> part.getMin();
        case MAX -> part.getMax();
      };
    }
  }

  /// How long a part of a range is.
  private enum Unit {
    MINUTE("minute", ChronoUnit.MINUTES),
    HOUR("hour", ChronoUnit.HOURS),
    DAY("day", ChronoUnit.DAYS),
    MONTH("month", ChronoUnit.MONTHS);

    private final String word;
    private final ChronoUnit length;

    Unit(String word, ChronoUnit length) {
      this.word = word;
      this.length = length;
    }
  }

  private static Unit unit(Duration range) {
    if (range.compareTo(Duration.ofDays(366)) > 0) {
      return Unit.MONTH;
    }
    if (range.compareTo(Duration.ofDays(2)) > 0) {
      return Unit.DAY;
    }
    return range.compareTo(Duration.ofHours(2)) > 0 ? Unit.HOUR : Unit.MINUTE;
  }

  private static Instant begin(Instant at, Unit unit) {
    var zoned = at.atZone(ZoneOffset.UTC);
    return unit == Unit.MONTH
        ? zoned.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1).toInstant()
        : zoned.truncatedTo(unit.length).toInstant();
  }

  private static Instant next(Instant at, Unit unit) {
    return ZonedDateTime.ofInstant(at, ZoneOffset.UTC).plus(1, unit.length).toInstant();
  }
}
