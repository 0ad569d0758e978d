package io.orrery.conformance.cases;

import io.orrery.conformance.match.Values;
import io.orrery.conformance.subject.Content;
import io.orrery.conformance.subject.InputPart;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A form with uploads, as a browser sends it.
public record Multipart(List<InputPart> parts) {

  private static final String BOUNDARY = "orrery-conformance-5f2c9a7e1b";

  public Multipart {
    parts = List.copyOf(parts);
  }

  public String contentType() {
    return "multipart/form-data; boundary=" + BOUNDARY;
  }

  public Content body() {
    var out = new ByteArrayOutputStream();
    for (var part : parts) {
      write(out, "--" + BOUNDARY + "\r\n");
      switch (part) {
        case InputPart.Value value -> {
          write(out, disposition(value.name()) + "\r\n\r\n");
          write(out, Values.text(value.value()));
        }
        case InputPart.Upload upload -> {
          write(out, disposition(upload.name()));
          write(out, "; filename=\"" + quoted(upload.fileName()) + "\"\r\n");
          write(out, "Content-Type: application/octet-stream\r\n\r\n");
          out.writeBytes(upload.content().bytes());
        }
      }
      write(out, "\r\n");
    }
    write(out, "--" + BOUNDARY + "--\r\n");
    return Content.of(out.toByteArray());
  }

  private static String disposition(String name) {
    return "Content-Disposition: form-data; name=\"" + quoted(name) + "\"";
  }

  private static String quoted(String text) {
    return text.replace("\\", "\\\\")
        .replace("\"", "%22")
        .replace("\n", "%0A")
        .replace("\r", "%0D");
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
