package io.orrery.server.log;

import io.orrery.controller.Orchestrator;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Bell;
import io.orrery.server.http.Call;
import io.orrery.server.http.Emitter;
import io.orrery.server.http.HttpConfig;
import io.orrery.server.http.Route;
import io.orrery.server.json.Json;
import io.orrery.server.json.JsonMap;
import io.orrery.server.list.LogFilters;
import io.orrery.server.list.Paging;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.LogFilter;
import io.orrery.store.query.LogQueries;
import io.orrery.store.query.LogQueries.Cursor;
import io.orrery.store.query.LogQueries.LogLine;
import io.orrery.store.query.Purges;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/// Reads of log lines, and their deletion. All reads go by the same cursor, so that nothing is lost
/// or doubled between history and live tail, and no log is ever in memory as a whole.
public final class Logs {
  private static final int BATCH = 500;
  private static final int CHUNKS = 200;
  private static final Set<String> SORTABLE = Set.of("timestamp");

  private final LogQueries logs;
  private final ExecutionQueries executions;
  private final Orchestrator orchestrator;
  private final HttpConfig config;
  private final InstantSource clock;
  private final Purges purges;

  public Logs(
      LogQueries logs,
      ExecutionQueries executions,
      Orchestrator orchestrator,
      HttpConfig config,
      InstantSource clock,
      Purges purges) {
    this.purges = purges;
    this.logs = logs;
    this.executions = executions;
    this.orchestrator = orchestrator;
    this.config = config;
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/logs/search", this::search),
        Route.get("/api/v1/logs/{id}", this::all),
        Route.delete("/api/v1/logs/{id}", this::delete),
        Route.delete("/api/v1/logs/{namespace}/{flow}", this::deleteOfFlow),
        Route.get("/api/v1/logs/{id}/download", this::download),
        Route.get("/api/v1/logs/{id}/follow", this::follow));
  }

  /// Those of an execution, as its other filters say.
  private Answer delete(Call call) {
    var filter = filter(call);
    return purge(from -> purges.logs(filter, Set.of(), from, CHUNKS));
  }

  /// Those of a flow and (with `triggerId`) of one trigger alone.
  private Answer deleteOfFlow(Call call) {
    var flow = new FlowId(call.param("namespace"), call.param("flow"));
    var trigger = call.query().text("triggerId");
    return purge(from -> purges.logsOf(flow, trigger, from, CHUNKS));
  }

  private static Answer purge(LongFunction<Purges.LogPiece> pieceFrom) {
    long lines = 0;
    var from = Optional.of(0L);
    while (from.isPresent()) {
      var piece = pieceFrom.apply(from.get());
      lines += piece.lines();
      from = piece.next();
    }
    return Answer.json(new JsonMap().with("count", lines).map());
  }

  private Answer search(Call call) {
    var filter = LogFilters.of(call.query(), clock.instant());
    return Answer.json(
        Paging.json(logs.search(filter, Paging.of(call.query(), SORTABLE)), LogJson::of));
  }

  private Answer all(Call call) {
    var filter = filter(call);
    return Answer.streamed(
        out -> {
          var json = Json.generator(out);
          json.writeStartArray();
          each(filter, line -> json.writePOJO(LogJson.of(line)));
          json.writeEndArray();
          json.close();
        });
  }

  private Answer download(Call call) {
    var filter = filter(call);
    var name = "attachment; filename=\"" + safe(call.param("id")) + ".log\"";
    return new Answer.Streamed(
        200,
        "text/plain; charset=utf-8",
        Map.of("Content-Disposition", name),
        out -> writeText(filter, out));
  }

  private void writeText(LogFilter filter, OutputStream out) throws IOException {
    each(filter, line -> out.write(LogJson.text(line).getBytes(StandardCharsets.UTF_8)));
  }

  private static String safe(String id) {
    return id.replaceAll("[^A-Za-z0-9]", "");
  }

  @FunctionalInterface
  private interface LineSink {
    void take(LogLine line) throws IOException;
  }

  /// @return the place after the last line
  private Cursor each(LogFilter filter, LineSink sink) throws IOException {
    return each(filter, Cursor.START, sink);
  }

  private Cursor each(LogFilter filter, Cursor from, LineSink sink) throws IOException {
    var cursor = from;
    while (true) {
      var lines = logs.after(filter, cursor, BATCH);
      for (var line : lines) {
        sink.take(line);
        cursor = line.cursor();
      }
      if (lines.isEmpty()) {
        return cursor;
      }
    }
  }

  private Answer follow(Call call) {
    var id = new ExecutionId(call.param("id"));
    var filter = filter(call);
    return new Answer.Events(out -> stream(id, filter, out));
  }

  /// Past lines, then those to come, until the execution has finished and its last lines are in.
  private void stream(ExecutionId id, LogFilter filter, Emitter out) throws Exception {
    var bell = new Bell();
    try (var _ = orchestrator.follow(id, bell::ring)) {
      out.send("start", Json.bytes(Map.of()));
      var cursor = Cursor.START;
      while (true) {
        // In this order: what was logged before the end is there once the end is seen.
        boolean finished = finished(id);
        cursor = each(filter, cursor, line -> send(line, out));
        if (!finished) {
          awaitChange(bell, out, config.patience().heartbeat());
        } else if (!bell.await(config.patience().logTail())) {
          out.send("end", Json.bytes(Map.of()));
          return;
        }
      }
    }
  }

  private static void send(LogLine line, Emitter out) throws IOException {
    out.send("progress", Json.bytes(LogJson.of(line)));
  }

  private static void awaitChange(Bell bell, Emitter out, Duration heartbeat)
      throws IOException, InterruptedException {
    while (!bell.await(heartbeat)) {
      out.heartbeat();
    }
  }

  /// An unknown execution counts as finished: nothing will come of it.
  private boolean finished(ExecutionId id) {
    return executions.head(id).map(execution -> execution.finished()).orElse(true);
  }

  private LogFilter filter(Call call) {
    return LogFilters.of(call.query(), clock.instant(), new ExecutionId(call.param("id")));
  }
}
