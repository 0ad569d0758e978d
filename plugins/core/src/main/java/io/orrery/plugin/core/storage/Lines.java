package io.orrery.plugin.core.storage;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// A stream of bytes as lines, each with its end; the last one may have none.
final class Lines {

  /// Takes one line.
  interface Taker {
    void take(byte[] line) throws IOException;
  }

  private final InputStream content;
  private final byte[] end;

  Lines(InputStream content, String end) {
    this.content = new BufferedInputStream(content, 64 * 1024);
    this.end = end.getBytes(StandardCharsets.UTF_8);
  }

  void forEach(Taker taker) throws IOException {
    var line = new ByteArrayOutputStream();
    byte last = end[end.length - 1];
    for (int b = content.read(); b >= 0; b = content.read()) {
      line.write(b);
      if ((byte) b == last && (end.length == 1 || endsWithEnd(line))) {
        taker.take(line.toByteArray());
        line.reset();
      }
    }
    if (line.size() > 0) {
      taker.take(line.toByteArray());
    }
  }

  private boolean endsWithEnd(ByteArrayOutputStream line) {
    var bytes = line.toByteArray();
    int from = bytes.length - end.length;
    return from >= 0 && java.util.Arrays.equals(bytes, from, bytes.length, end, 0, end.length);
  }
}
