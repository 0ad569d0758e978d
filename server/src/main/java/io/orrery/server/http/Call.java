package io.orrery.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.server.Request;

/// One request on its way to a resource.
public final class Call {
  private final Request request;
  private final Query query;
  private final Map<String, String> params;
  private final Body body;
  private final Optional<String> user;

  Call(Request request, Map<String, String> params, HttpConfig config) {
    this.request = request;
    this.query = queryOf(request);
    this.params = params;
    this.body = new Body(request, config);
    this.user = config.credentials().map(HttpConfig.Credentials::user);
  }

  public String method() {
    return request.getMethod();
  }

  public Query query() {
    return query;
  }

  /// Who calls, as [Gate] has seen; empty when everybody is let in.
  public Optional<String> user() {
    return user;
  }

  public Body body() {
    return body;
  }

  /// The part of the path that stands for `{name}` in the route's pattern.
  public String param(String name) {
    var value = params.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the route has no {" + name + "}");
    }
    return value;
  }

  /// The same; empty when the route has no such part.
  public Optional<String> optionalParam(String name) {
    return Optional.ofNullable(params.get(name));
  }

  /// The part of the path that stands for `{name}`, as a whole number.
  public int number(String name) {
    try {
      return Integer.parseInt(param(name));
    } catch (NumberFormatException _) {
      throw Fault.argument("'" + Texts.shortened(param(name)) + "' is not a whole number");
    }
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(request.getHeaders().get(name));
  }

  /// All headers, each with its values, as the client wrote them.
  public Map<String, List<String>> headers() {
    var headers = new LinkedHashMap<String, List<String>>();
    for (var field : request.getHeaders()) {
      headers.computeIfAbsent(field.getName(), _ -> new ArrayList<>()).add(field.getValue());
    }
    return headers;
  }

  /// Scheme, host and port as the client wrote them.
  public String origin() {
    var uri = request.getHttpURI();
    return uri.getScheme() + "://" + uri.getAuthority();
  }

  /// While the call is answered slowly on purpose, silence is no reason to close its connection.
  public void keepOpen() {
    request.addIdleTimeoutListener(_ -> false);
  }

  private static Query queryOf(Request request) {
    try {
      var values = new LinkedHashMap<String, List<String>>();
      Request.extractQueryParameters(request)
          .forEach(field -> values.put(field.getName(), field.getValues()));
      return new Query(values);
    } catch (RuntimeException _) {
      throw Fault.malformed("the query string is not URL-encoded UTF-8");
    }
  }
}
