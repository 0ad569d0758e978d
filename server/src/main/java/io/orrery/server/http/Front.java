package io.orrery.server.http;

import io.orrery.server.http.Router.Found;
import io.orrery.server.json.Json;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes each request from Jetty on a virtual thread of its own: gate, route, action, answer.
///
/// The one place where an exception becomes an answer. What nobody foresaw is a 500 with an
/// incident number; the log has the rest.
final class Front extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(Front.class);
  private static final List<String> API = List.of("api", "v1");
  private static final String TENANT = "main";
  private static final int BUFFER_BYTES = 32 * 1024;

  private final HttpConfig config;
  private final Router router;
  private final Gate gate;
  private final Streams streams;
  private final Function<Throwable, Optional<Fault>> known;
  private final CallMeter meter;
  private final RandomGenerator random;

  /// @param known the faults that exceptions of the rooms behind stand for
  Front(
      HttpConfig config,
      Router router,
      Streams streams,
      Function<Throwable, Optional<Fault>> known,
      CallMeter meter,
      RandomGenerator random) {
    this.config = config;
    this.router = router;
    this.gate = new Gate(config);
    this.streams = streams;
    this.known = known;
    this.meter = meter;
    this.random = random;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    long began = System.nanoTime();
    var pattern = "";
    try {
      Headers.secure(response);
      var path = withoutTenant(Router.segments(request.getHttpURI().getCanonicalPath()));
      gate.check(request, path);
      var at = route(request.getMethod(), path);
      pattern = at.route().pattern();
      var answer = at.route().action().answer(new Call(request, at.params(), config));
      send(answer, request, response);
      callback.succeeded();
    } catch (Throwable e) { // Whatever it is, this call gets an answer and the server lives on.
      fail(e, request, response, callback);
    }
    meter.ended(request.getMethod(), pattern, response.getStatus(), System.nanoTime() - began);
    if (config.accessLog()) {
      LOG.info(
          "{} {} {} {} ms",
          request.getMethod(),
          request.getHttpURI().getPathQuery(),
          response.getStatus(),
          (System.nanoTime() - began) / 1_000_000);
    }
    return true;
  }

  /// `/api/v1/main/flows` is `/api/v1/flows`. Another tenant is not there.
  private List<String> withoutTenant(List<String> path) {
    boolean named = path.size() > 2 && path.subList(0, 2).equals(API) && path.get(2).equals(TENANT);
    if (!named) {
      return path;
    }
    var shorter = new ArrayList<>(path);
    shorter.remove(2);
    return shorter;
  }

  private Found.At route(String method, List<String> path) {
    return switch (router.find(method.equals("HEAD") ? "GET" : method, path)) {
      case Found.At at -> at;
      case Found.OtherMethods(var allowed) ->
          throw Fault.of(
                  405,
                  "Method Not Allowed: " + Texts.shortened(method) + " is not among " + allowed)
              .header("Allow", String.join(", ", allowed));
      case Found.Nothing() -> throw Fault.notFound("there is nothing at this path");
    };
  }

  /// A connection on which some of a body is still to come cannot carry another call; the client
  /// must be told, or its next call would meet a closed door.
  private static void settleBody(Request request, Response response) {
    if (!request.consumeAvailable()) {
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
  }

  private void send(Answer answer, Request request, Response response) throws Exception {
    settleBody(request, response);
    switch (answer) {
      case Answer.Json(var status, var value) ->
          whole(response, status, "application/json", Json.bytes(value));
      case Answer.Text(var status, var type, var text) ->
          whole(response, status, type, text.getBytes(StandardCharsets.UTF_8));
      case Answer.Empty(var status) -> {
        response.setStatus(status);
        response.write(true, null, Callback.NOOP);
      }
      case Answer.Streamed streamed -> stream(streamed, response);
      case Answer.Events(var events) -> events(events, request, response);
    }
  }

  private static void whole(Response response, int status, String type, byte[] body)
      throws IOException {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    Content.Sink.write(response, true, ByteBuffer.wrap(body));
  }

  private static void stream(Answer.Streamed answer, Response response) throws IOException {
    response.setStatus(answer.status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.contentType());
    answer.headers().forEach(response.getHeaders()::put);
    var sink = Content.Sink.asOutputStream(response);
    var out = new BufferedOutputStream(sink, BUFFER_BYTES);
    answer.writing().to(out);
    out.flush();
    // Only now: closed after a failure, a part would look whole.
    sink.close();
  }

  private void events(Answer.EventStream events, Request request, Response response)
      throws Exception {
    try (var _ = streams.hold()) {
      request.addIdleTimeoutListener(_ -> false);
      response.setStatus(200);
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
      response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
      response.getHeaders().put("X-Accel-Buffering", "no");
      var sink = Content.Sink.asOutputStream(response);
      events.run(new Emitter(new BufferedOutputStream(sink, BUFFER_BYTES)));
      sink.close();
    }
  }

  private void fail(Throwable e, Request request, Response response, Callback callback) {
    if (response.isCommitted()) {
      if (!(e instanceof IOException || e instanceof InterruptedException)) {
        LOG.error("an answer to {} broke off", request.getHttpURI().getPath(), e);
      }
      callback.failed(e instanceof QuietException ? e : new EofException(e));
      return;
    }
    var fault =
        e instanceof Fault given ? given : known.apply(e).orElseGet(() -> unforeseen(e, request));
    try {
      response.reset();
      Headers.secure(response);
      settleBody(request, response);
      fault.headers().forEach(response.getHeaders()::put);
      var path = request.getHttpURI().getPath();
      whole(
          response,
          fault.status(),
          "application/json",
          Json.bytes(fault.body(path == null ? "" : path)));
      callback.succeeded();
    } catch (IOException | RuntimeException gone) {
      callback.failed(gone);
    }
  }

  private Fault unforeseen(Throwable e, Request request) {
    if (e instanceof InterruptedException) {
      return Fault.of(503, "Service Unavailable: the server is closing");
    }
    if (e instanceof EofException) {
      return Fault.malformed("the body broke off");
    }
    var incident = String.format(Locale.ROOT, "%08x", random.nextInt());
    LOG.error(
        "incident {}: {} {} failed",
        incident,
        request.getMethod(),
        request.getHttpURI().getPath(),
        e);
    return Fault.of(
            500, "Internal Server Error: incident " + incident + "; the server's log says more")
        .with("incident", incident);
  }
}
