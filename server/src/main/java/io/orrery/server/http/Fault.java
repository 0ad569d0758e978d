package io.orrery.server.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An answer that is an error: status, one sentence, and the single mistakes behind it.
///
/// The prefixes of the messages (`Not Found: `, `Invalid entity: ` …) are Kestra's: its clients
/// show them and its tests compare them.
public final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient List<Detail> details;
  private final transient Map<String, String> headers;
  private final transient Map<String, Object> extra;

  /// One mistake.
  ///
  /// @param path where in what was sent; empty when it is about the whole
  public record Detail(String message, String path) {}

  private Fault(
      int status,
      String message,
      List<Detail> details,
      Map<String, String> headers,
      Map<String, Object> extra) {
    super(message, null, false, false);
    this.status = status;
    this.details = List.copyOf(details);
    this.headers = Map.copyOf(headers);
    this.extra = new LinkedHashMap<>(extra);
  }

  public static Fault of(int status, String message) {
    return new Fault(status, message, List.of(new Detail(message, "")), Map.of(), Map.of());
  }

  /// The request cannot be read at all.
  public static Fault malformed(String message) {
    return of(400, "Bad Request: " + message);
  }

  public static Fault notFound(String message) {
    return of(404, "Not Found: " + message);
  }

  public static Fault conflict(String message) {
    return of(409, "Illegal state: " + message);
  }

  public static Fault argument(String message) {
    return of(422, "Illegal argument: " + message);
  }

  public static Fault invalid(List<Detail> details) {
    var text = new StringBuilder("Invalid entity: ");
    for (int i = 0; i < details.size(); i++) {
      var detail = details.get(i);
      text.append(i == 0 ? "" : "; ");
      text.append(detail.path().isEmpty() ? "" : detail.path() + ": ").append(detail.message());
    }
    return new Fault(422, text.toString(), details, Map.of(), Map.of());
  }

  public static Fault invalid(String path, String message) {
    return invalid(List.of(new Detail(message, path)));
  }

  public Fault header(String name, String value) {
    var more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Fault(status, text(), details, more, extra);
  }

  /// With one more member beside `message`.
  public Fault with(String member, Object value) {
    var more = new LinkedHashMap<>(extra);
    more.put(member, value);
    return new Fault(status, text(), details, headers, more);
  }

  public int status() {
    return status;
  }

  public Map<String, String> headers() {
    return headers;
  }

  public String text() {
    var message = getMessage();
    return message == null ? "" : message;
  }

  /// The body: `{message, _links, _embedded:{errors}}`, the shape that Kestra's clients read.
  public Map<String, Object> body(String path) {
    var body = new LinkedHashMap<String, Object>();
    body.put("message", text());
    body.putAll(extra);
    body.put("_links", Map.of("self", List.of(link(path))));
    body.put("_embedded", Map.of("errors", details.stream().map(Fault::shape).toList()));
    return body;
  }

  private static Map<String, Object> link(String path) {
    var link = new LinkedHashMap<String, Object>();
    link.put("href", path);
    link.put("templated", false);
    return link;
  }

  private static Map<String, Object> shape(Detail detail) {
    var shape = new LinkedHashMap<String, Object>();
    shape.put("message", detail.message());
    if (!detail.path().isEmpty()) {
      shape.put("path", detail.path());
    }
    return shape;
  }
}
