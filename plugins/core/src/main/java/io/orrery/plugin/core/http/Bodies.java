package io.orrery.plugin.core.http;

import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The body of a request with its content type. Files are streamed from internal storage.
///
/// @param contentType empty when there is no body
/// @param shown how it reads in a log
record Bodies(BodyPublisher publisher, Optional<String> contentType, String shown) {

  private static final String FILE_SCHEME = "kestra://";

  static Bodies read(HttpProperties properties, Charset charset, RunContext context)
      throws IOException {
    var contentType = context.render(properties.contentType());
    var form = context.render(properties.formData());
    if (form.isPresent()) {
      boolean multipart =
          contentType.filter(Bodies::isMultipart).isPresent()
              || form.get().values().stream().anyMatch(Bodies::isFile);
      return multipart ? multipart(form.get(), context) : urlEncoded(form.get());
    }
    var body = context.render(properties.body());
    if (body.isEmpty()) {
      return new Bodies(BodyPublishers.noBody(), contentType, "");
    }
    return new Bodies(
        BodyPublishers.ofString(body.get(), charset),
        Optional.of(contentType.orElseGet(() -> guess(body.get(), charset))),
        body.get());
  }

  private static String guess(String body, Charset charset) {
    var start = body.stripLeading();
    return start.startsWith("{") || start.startsWith("[")
        ? "application/json"
        : "text/plain; charset=" + charset.name().toLowerCase(Locale.ROOT);
  }

  private static boolean isMultipart(String contentType) {
    return contentType.toLowerCase(Locale.ROOT).startsWith("multipart/");
  }

  private static boolean isFile(@Nullable Object value) {
    return switch (value) {
      case String text -> text.startsWith(FILE_SCHEME);
      case Map<?, ?> map -> isFile(map.get("content"));
      case null, default -> false;
    };
  }

  private static Bodies urlEncoded(Map<String, Object> form) {
    var pairs = new ArrayList<String>();
    form.forEach(
        (name, value) ->
            values(value).forEach(text -> pairs.add(encode(name) + "=" + encode(text))));
    var text = String.join("&", pairs);
    return new Bodies(
        BodyPublishers.ofString(text), Optional.of("application/x-www-form-urlencoded"), text);
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /// A list stands for several values of the same name.
  static List<String> values(@Nullable Object value) {
    return value instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of(String.valueOf(value));
  }

  private static Bodies multipart(Map<String, Object> form, RunContext context) throws IOException {
    var boundary = "orrery-" + UUID.randomUUID();
    var parts = new ArrayList<BodyPublisher>();
    for (var field : form.entrySet()) {
      parts.add(text("--" + boundary + "\r\n"));
      addField(parts, field.getKey(), field.getValue(), context);
      parts.add(text("\r\n"));
    }
    parts.add(text("--" + boundary + "--\r\n"));
    long length = parts.stream().mapToLong(BodyPublisher::contentLength).sum();
    var all = BodyPublishers.concat(parts.toArray(BodyPublisher[]::new));
    return new Bodies(
        BodyPublishers.fromPublisher(all, length),
        Optional.of("multipart/form-data; boundary=" + boundary),
        form.toString());
  }

  private static void addField(
      List<BodyPublisher> parts, String name, @Nullable Object value, RunContext context)
      throws IOException {
    if (value instanceof Map<?, ?> file && file.get("content") != null) {
      var content = String.valueOf(file.get("content"));
      var fileName = file.get("name") == null ? name : String.valueOf(file.get("name"));
      addFile(parts, name, fileName, content, context);
    } else if (isFile(value)) {
      var address = String.valueOf(value);
      addFile(parts, name, address.substring(address.lastIndexOf('/') + 1), address, context);
    } else {
      parts.add(
          text("Content-Disposition: form-data; name=\"" + quoted(name) + "\"\r\n\r\n" + value));
    }
  }

  private static void addFile(
      List<BodyPublisher> parts, String name, String fileName, String content, RunContext context)
      throws IOException {
    parts.add(
        text(
            "Content-Disposition: form-data; name=\""
                + quoted(name)
                + "\"; filename=\""
                + quoted(fileName)
                + "\"\r\nContent-Type: application/octet-stream\r\n\r\n"));
    if (!content.startsWith(FILE_SCHEME)) {
      parts.add(text(content));
      return;
    }
    var address = URI.create(content);
    long size = context.storage().size(address);
    if (size < 0) {
      throw new TaskFailure("there is no file " + address + " to send as '" + name + "'");
    }
    if (size > 0) {
      parts.add(
          BodyPublishers.fromPublisher(
              BodyPublishers.ofInputStream(() -> open(address, context)), size));
    }
  }

  private static InputStream open(URI address, RunContext context) {
    try {
      return context.storage().open(address);
    } catch (IOException e) {
      throw new UncheckedIOException("the file to send cannot be read: " + e.getMessage(), e);
    }
  }

  private static BodyPublisher text(String text) {
    return BodyPublishers.ofString(text);
  }

  /// As HTML forms do it: what would end the quotes or the line is percent-encoded.
  private static String quoted(String name) {
    return name.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
  }
}
