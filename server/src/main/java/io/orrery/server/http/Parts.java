package io.orrery.server.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.http.MultiPartConfig;
import org.eclipse.jetty.http.MultiPartFormData;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;

/// The parts of a form, in their order.
public final class Parts implements AutoCloseable {

  static final Parts NONE = new Parts(List.of(), () -> {});

  private static final int MEMORY_BYTES_MAX = 64 * 1024;
  private static final int PART_HEADERS_BYTES_MAX = 4 * 1024;

  private final List<Part> parts;
  private final Runnable onClose;

  private Parts(List<Part> parts, Runnable onClose) {
    this.parts = List.copyOf(parts);
    this.onClose = onClose;
  }

  /// One part.
  ///
  /// @param fileName as the client sent it: not to be trusted as a path
  /// @param contentType as the client named it
  /// @param size in bytes
  public record Part(
      String name,
      Optional<String> fileName,
      Optional<String> contentType,
      long size,
      Opener content) {

    public InputStream open() throws IOException {
      return content.open();
    }

    /// The part as UTF-8 text.
    public String text(int bytesMax) throws IOException {
      try (var in = open()) {
        var bytes = in.readNBytes(bytesMax + 1);
        if (bytes.length > bytesMax) {
          throw Fault.of(
              413,
              "Request Entity Too Large: the part '"
                  + Texts.shortened(name)
                  + "' is too long for a text");
        }
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      } catch (CharacterCodingException _) {
        throw Fault.malformed("the part '" + Texts.shortened(name) + "' is not UTF-8 text");
      }
    }
  }

  @FunctionalInterface
  public interface Opener {
    InputStream open() throws IOException;
  }

  public List<Part> all() {
    return parts;
  }

  @Override
  public void close() {
    onClose.run();
  }

  static Parts read(Request request, HttpConfig config) {
    var limits = config.limits();
    if (request.getLength() > limits.uploadBytesMax()) {
      throw tooLarge(config);
    }
    var multipart =
        new MultiPartConfig.Builder()
            .location(config.temporaryFolder())
            .maxParts(limits.partsMax())
            .maxSize(limits.uploadBytesMax())
            .maxPartSize(limits.uploadBytesMax())
            .maxMemoryPartSize(MEMORY_BYTES_MAX)
            .maxHeadersSize(PART_HEADERS_BYTES_MAX)
            .useFilesForPartsWithoutFileName(true)
            .build();
    MultiPartFormData.Parts read;
    try {
      read =
          MultiPartFormData.getParts(
              request, request, request.getHeaders().get(HttpHeader.CONTENT_TYPE), multipart);
    } catch (RuntimeException e) {
      // The parser knows no exception of its own for a bad form; whatever it throws is about it.
      throw unreadable(e, config);
    }
    if (read == null) {
      throw Fault.malformed("the multipart body has no boundary");
    }
    var parts = new ArrayList<Part>();
    for (var part : read) {
      parts.add(part(part));
    }
    return new Parts(parts, read::close);
  }

  static Parts ofForm(String text) {
    var parts = new ArrayList<Part>();
    try {
      var fields = new Fields(true);
      UrlEncoded.decodeUtf8To(text, fields);
      fields.forEach(
          field ->
              field
                  .getValues()
                  .forEach(
                      value ->
                          parts.add(
                              new Part(
                                  field.getName(),
                                  Optional.empty(),
                                  Optional.empty(),
                                  value.getBytes(StandardCharsets.UTF_8).length,
                                  () ->
                                      new ByteArrayInputStream(
                                          value.getBytes(StandardCharsets.UTF_8))))));
    } catch (RuntimeException _) {
      throw Fault.malformed("the form is not URL-encoded UTF-8");
    }
    return new Parts(parts, () -> {});
  }

  private static Part part(MultiPart.Part part) {
    return new Part(
        part.getName() == null ? "" : part.getName(),
        Optional.ofNullable(part.getFileName()),
        Optional.ofNullable(part.getHeaders().get(HttpHeader.CONTENT_TYPE)),
        part.getLength(),
        () -> Content.Source.asInputStream(part.newContentSource(null, 0, -1)));
  }

  private static Fault unreadable(Throwable e, HttpConfig config) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      var message = cause.getMessage();
      if (message != null && message.contains("max length")) {
        return tooLarge(config);
      }
    }
    var cause = e.getCause() == null ? e : e.getCause();
    // The parser gives up the connection, so the client must not use it again.
    return Fault.malformed("the multipart body cannot be read: " + cause.getMessage())
        .header("Connection", "close");
  }

  private static Fault tooLarge(HttpConfig config) {
    return Fault.of(
            413,
            "Request Entity Too Large: an upload is at most "
                + config.limits().uploadBytesMax()
                + " bytes")
        .header("Connection", "close");
  }
}
