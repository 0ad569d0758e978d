package io.orrery.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/// Builds a multipart body.
final class Form {
  private static final String BOUNDARY = "----orrery-test-boundary";
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  Form text(String name, String value) {
    part("Content-Disposition: form-data; name=\"" + name + "\"", value.getBytes(UTF_8));
    return this;
  }

  Form file(String name, String fileName, byte[] content) {
    part(
        "Content-Disposition: form-data; name=\""
            + name
            + "\"; filename=\""
            + fileName
            + "\"\r\nContent-Type: application/octet-stream",
        content);
    return this;
  }

  private void part(String headers, byte[] content) {
    body.writeBytes(("--" + BOUNDARY + "\r\n" + headers + "\r\n\r\n").getBytes(UTF_8));
    body.writeBytes(content);
    body.writeBytes("\r\n".getBytes(UTF_8));
  }

  String contentType() {
    return "multipart/form-data; boundary=" + BOUNDARY;
  }

  byte[] bytes() {
    var whole = new ByteArrayOutputStream();
    whole.writeBytes(body.toByteArray());
    whole.writeBytes(("--" + BOUNDARY + "--\r\n").getBytes(UTF_8));
    return whole.toByteArray();
  }
}
