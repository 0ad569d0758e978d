package io.orrery.server.http;

import io.orrery.server.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// What came with a call. It is read once, within bounds of size and time.
public final class Body {
  private static final int BUFFER_BYTES = 8192;

  private final Request request;
  private final HttpConfig config;

  Body(Request request, HttpConfig config) {
    this.request = request;
    this.config = config;
  }

  /// The media type without its parameters, in lower case; empty when none was given.
  public String type() {
    var type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
    if (type == null) {
      return "";
    }
    var end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).trim().toLowerCase(java.util.Locale.ROOT);
  }

  public boolean isJson() {
    return type().equals("application/json") || type().endsWith("+json");
  }

  /// The longest text that is taken.
  public int bytesMax() {
    return config.limits().bodyBytesMax();
  }

  /// The whole body as UTF-8.
  public String text() throws IOException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes())).toString();
    } catch (CharacterCodingException _) {
      throw Fault.malformed("the body is not UTF-8");
    }
  }

  public byte[] bytes() throws IOException {
    int max = config.limits().bodyBytesMax();
    if (request.getLength() > max) {
      throw tooLarge(max);
    }
    long deadline = System.nanoTime() + config.patience().body().toNanos();
    var body = new ByteArrayOutputStream();
    var buffer = new byte[BUFFER_BYTES];
    try (var in = Request.asInputStream(request)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        body.write(buffer, 0, n);
        if (body.size() > max) {
          throw tooLarge(max);
        }
        if (System.nanoTime() - deadline > 0) {
          throw tooSlow();
        }
      }
    } catch (IOException e) {
      throw e.getCause() instanceof TimeoutException
          ? tooSlow()
          : Fault.malformed("the body broke off");
    }
    return body.toByteArray();
  }

  private static Fault tooSlow() {
    return Fault.of(408, "Request Timeout: the body came too slowly");
  }

  /// The body as a plain value.
  public @Nullable Object json() throws IOException {
    try {
      return Json.read(text());
    } catch (Json.NotJson e) {
      throw Fault.of(422, "Invalid JSON: " + e.getMessage());
    }
  }

  /// The body as a JSON object.
  public Map<?, ?> jsonObject() throws IOException {
    if (json() instanceof Map<?, ?> map) {
      return map;
    }
    throw Fault.of(422, "Invalid JSON: an object is needed here");
  }

  /// The body as a JSON list of texts.
  public List<String> jsonTexts() throws IOException {
    if (json() instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
      return list.stream().map(String.class::cast).toList();
    }
    throw Fault.of(422, "Invalid JSON: a list of texts is needed here");
  }

  /// The parts of a form; none when there is no body. Close it: large parts are files.
  public Parts parts() throws IOException {
    var type = type();
    if (request.getLength() == 0 || (type.isEmpty() && bytes().length == 0)) {
      return Parts.NONE;
    }
    return switch (type) {
      case "multipart/form-data" -> Parts.read(request, config);
      case "application/x-www-form-urlencoded" -> Parts.ofForm(text());
      default ->
          throw Fault.of(
              415, "Unsupported Media Type: inputs come as multipart/form-data, not as " + type);
    };
  }

  private static Fault tooLarge(long max) {
    return Fault.of(413, "Request Entity Too Large: a body here is at most " + max + " bytes");
  }
}
