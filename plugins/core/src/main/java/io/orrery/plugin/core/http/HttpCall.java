package io.orrery.plugin.core.http;

import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// One HTTP request with its response, which must be closed.
///
/// Redirects are followed here and not by the client, so that credentials go to no other server.
final class HttpCall implements AutoCloseable {

  /// A longer body is for Download.
  static final int BODY_BYTES_MAX = 8 * 1024 * 1024;

  private static final int REDIRECTS_MAX = 10;
  private static final int ERROR_BODY_BYTES_MAX = 2_000;

  private final HttpClient client;
  private final HttpResponse<InputStream> response;
  private final Settings settings;

  private HttpCall(HttpClient client, HttpResponse<InputStream> response, Settings settings) {
    this.client = client;
    this.response = response;
    this.settings = settings;
  }

  /// Sends the request and waits for the head of the response.
  ///
  /// @param allowFailed whether a status of 400 or more is no failure
  /// @throws TaskFailure when there is no response, or one that is a failure
  static HttpCall send(HttpProperties properties, boolean allowFailed, RunContext context)
      throws IOException, InterruptedException {
    var settings = Settings.read(properties, context);
    var uri = uri(properties, context);
    var client = client(settings, uri);
    try {
      var response = follow(client, request(properties, settings, uri, context), settings);
      settings.log().response(response);
      var call = new HttpCall(client, response, settings);
      if (response.statusCode() >= 400 && !allowFailed && !settings.allowFailed()) {
        throw call.failure();
      }
      return call;
    } catch (IOException e) {
      client.shutdownNow();
      throw unreachable(uri, e);
    } catch (RuntimeException | InterruptedException e) {
      client.shutdownNow();
      throw e;
    }
  }

  private static URI uri(HttpProperties properties, RunContext context) {
    var text = new StringBuilder(context.require(properties.uri(), "uri").strip());
    for (var parameter : context.render(properties.params()).orElse(Map.of()).entrySet()) {
      for (var value : Bodies.values(parameter.getValue())) {
        text.append(text.indexOf("?") < 0 ? '?' : '&')
            .append(Bodies.encode(parameter.getKey()))
            .append('=')
            .append(Bodies.encode(value));
      }
    }
    try {
      var uri = URI.create(text.toString());
      if (uri.getHost() != null && List.of("http", "https").contains(scheme(uri))) {
        return uri;
      }
    } catch (IllegalArgumentException _) {
      // Said below, without the text, which may hold a secret.
    }
    throw new TaskFailure("property 'uri' is no http or https address");
  }

  private static String scheme(URI uri) {
    return uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
  }

  private static HttpClient client(Settings settings, URI uri) {
    var builder =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(
                scheme(uri).equals("https")
                    ? HttpClient.Version.HTTP_2
                    : HttpClient.Version.HTTP_1_1);
    settings.connectTimeout().ifPresent(builder::connectTimeout);
    settings.proxy().map(ProxySelector::of).ifPresent(builder::proxy);
    if (settings.trustAll()) {
      builder.sslContext(TrustAll.context());
    }
    return builder.build();
  }

  private static HttpRequest request(
      HttpProperties properties, Settings settings, URI uri, RunContext context)
      throws IOException {
    var body = Bodies.read(properties, settings.charset(), context);
    var method = context.render(properties.method()).orElse("GET").toUpperCase(Locale.ROOT);
    try {
      var request =
          HttpRequest.newBuilder(withoutUser(uri))
              .method(method, body.publisher())
              .timeout(settings.responseTimeout());
      settings.authorization().ifPresent(value -> request.setHeader("Authorization", value));
      settings
          .proxyAuthorization()
          .ifPresent(value -> request.setHeader("Proxy-Authorization", value));
      body.contentType().ifPresent(type -> request.setHeader("Content-Type", type));
      headers(properties, context).forEach((name, values) -> set(request, name, values));
      var made = request.build();
      settings.log().request(made, body.shown());
      return made;
    } catch (IllegalArgumentException e) {
      throw new TaskFailure("the request cannot be made: " + e.getMessage(), e);
    }
  }

  private static Map<String, List<String>> headers(HttpProperties properties, RunContext context) {
    var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
    context
        .render(properties.headers())
        .orElse(Map.of())
        .forEach((name, value) -> headers.put(name, Bodies.values(value)));
    headers.remove("Content-Length"); // Known better from the body itself.
    return headers;
  }

  private static void set(HttpRequest.Builder request, String name, List<String> values) {
    for (int i = 0; i < values.size(); i++) {
      if (i == 0) {
        request.setHeader(name, values.get(i));
      } else {
        request.header(name, values.get(i));
      }
    }
  }

  private static URI withoutUser(URI uri) {
    return uri.getRawUserInfo() == null
        ? uri
        : URI.create(uri.toString().replaceFirst("//[^/@]*@", "//"));
  }

  private static HttpResponse<InputStream> follow(
      HttpClient client, HttpRequest first, Settings settings)
      throws IOException, InterruptedException {
    var request = first;
    for (int i = 0; ; i++) {
      var response = client.send(request, BodyHandlers.ofInputStream());
      var location = response.headers().firstValue("Location");
      if (!settings.followRedirects() || location.isEmpty() || !redirects(response)) {
        return response;
      }
      if (i == REDIRECTS_MAX) {
        throw new TaskFailure("more than " + REDIRECTS_MAX + " redirects");
      }
      response.body().close();
      request = redirected(request, response.statusCode(), location.get());
    }
  }

  private static boolean redirects(HttpResponse<?> response) {
    return switch (response.statusCode()) {
      case 301, 302, 303, 307, 308 -> true;
      default -> false;
    };
  }

  /// 307 and 308 keep method and body; the others make a GET of all but HEAD. Credentials go to the
  /// same origin only.
  private static HttpRequest redirected(HttpRequest request, int status, String location) {
    URI target;
    try {
      target = request.uri().resolve(location);
    } catch (IllegalArgumentException e) {
      throw new TaskFailure("the server redirects to something that is no address", e);
    }
    if (scheme(request.uri()).equals("https") && !scheme(target).equals("https")) {
      throw new TaskFailure("the server redirects from https to " + scheme(target));
    }
    boolean sameOrigin =
        scheme(target).equals(scheme(request.uri()))
            && String.valueOf(target.getAuthority()).equals(request.uri().getAuthority());
    var next =
        HttpRequest.newBuilder(
            request,
            (name, _) ->
                sameOrigin
                    || !List.of("authorization", "cookie").contains(name.toLowerCase(Locale.ROOT)));
    next.uri(target);
    if (status != 307 && status != 308 && !request.method().equals("HEAD")) {
      next.method("GET", BodyPublishers.noBody());
    }
    return next.build();
  }

  private static IOException unreachable(URI uri, IOException cause) {
    var why =
        switch (cause) {
          case HttpTimeoutException _ -> "no response in time";
          case java.net.ConnectException _ -> "cannot connect";
          default ->
              cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        };
    return new IOException("Failed http request to " + shown(uri) + ": " + why, cause);
  }

  /// Without user and query, where secrets are.
  static String shown(URI uri) {
    return uri.getScheme()
        + "://"
        + uri.getHost()
        + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
        + (uri.getRawPath() == null ? "" : uri.getRawPath());
  }

  private TaskFailure failure() throws IOException {
    var start = response.body().readNBytes(ERROR_BODY_BYTES_MAX);
    var text = new String(start, charset()).strip();
    logBody(text);
    return new TaskFailure(
        "Failed http request to "
            + shown(response.uri())
            + " with response code '"
            + status()
            + "'"
            + (text.isEmpty() ? "" : " and body: " + text));
  }

  /// The body as text, once it was read, for those who want it in the log. The whole body.
  ///
  /// @throws TaskFailure when it is larger than [#BODY_BYTES_MAX]
  String text() throws IOException {
    var bytes = body().readNBytes(BODY_BYTES_MAX + 1);
    if (bytes.length > BODY_BYTES_MAX) {
      throw new TaskFailure(
          "the response is larger than "
              + BODY_BYTES_MAX
              + " bytes; use io.kestra.plugin.core.http.Download, which stores it as a file");
    }
    return new String(bytes, charset());
  }

  void logBody(String body) {
    settings.log().responseBody(body);
  }

  int status() {
    return response.statusCode();
  }

  URI uri() {
    return response.uri();
  }

  HttpHeaders headers() {
    return response.headers();
  }

  /// Names as servers mostly write them, `Content-Type`: the client tells them in lower case only.
  Map<String, List<String>> headerMap() {
    var headers = new TreeMap<String, List<String>>();
    response.headers().map().forEach((name, values) -> headers.put(capitalized(name), values));
    return headers;
  }

  private static String capitalized(String name) {
    var text = new StringBuilder(name);
    for (int i = 0; i < text.length(); i++) {
      if (i == 0 || text.charAt(i - 1) == '-') {
        text.setCharAt(i, Character.toUpperCase(text.charAt(i)));
      }
    }
    return text.toString();
  }

  InputStream body() {
    return response.body();
  }

  /// The charset that the response names, else the default of the task.
  Charset charset() {
    var type = response.headers().firstValue("Content-Type").orElse("");
    int at = type.toLowerCase(Locale.ROOT).indexOf("charset=");
    if (at < 0) {
      return settings.charset();
    }
    var name = type.substring(at + "charset=".length()).split(";", 2)[0].replace("\"", "").strip();
    try {
      return Charset.forName(name);
    } catch (IllegalArgumentException _) {
      return StandardCharsets.UTF_8;
    }
  }

  @Override
  public void close() throws IOException {
    response.body().close();
    client.shutdownNow();
  }
}
