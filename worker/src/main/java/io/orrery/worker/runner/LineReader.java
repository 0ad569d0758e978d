package io.orrery.worker.runner;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A stream of a program as lines. Bytes that are no UTF-8 become the replacement character; a lone
/// carriage return ends a line as well, for progress bars.
///
/// Bounded: of a line longer than [#LINE_CHARS_MAX] the rest is dropped, with a note.
final class LineReader {

  static final int LINE_CHARS_MAX = 1024 * 1024;

  /// What the end of a cut line may hold of a secret that was cut in two.
  private static final int CUT_CHARS = 8 * 1024;

  private final Reader reader;
  private final UnaryOperator<String> mask;
  private final Consumer<String> lines;
  private final StringBuilder line = new StringBuilder();
  private boolean cut;
  private boolean afterReturn;

  /// @param mask replaces secrets in a line that has to be cut
  LineReader(InputStream stream, UnaryOperator<String> mask, Consumer<String> lines) {
    this.reader = new InputStreamReader(stream, StandardCharsets.UTF_8);
    this.mask = mask;
    this.lines = lines;
  }

  /// Until the stream ends.
  void readAll() throws IOException {
    var buffer = new char[8192];
    for (int read = reader.read(buffer); read >= 0; read = reader.read(buffer)) {
      for (int i = 0; i < read; i++) {
        take(buffer[i]);
      }
    }
    if (!line.isEmpty() || cut) {
      end();
    }
  }

  private void take(char c) {
    if (c == '\n') {
      if (!afterReturn) {
        end();
      }
      afterReturn = false;
      return;
    }
    afterReturn = c == '\r';
    if (afterReturn) {
      end();
    } else if (line.length() < LINE_CHARS_MAX) {
      line.append(c);
    } else {
      cut = true;
    }
  }

  private void end() {
    var text = line.toString();
    if (cut) {
      // Mask first: a secret that lies across the cut has its beginning in what is then left out.
      var masked = mask.apply(text);
      text =
          masked.substring(0, Math.max(0, masked.length() - CUT_CHARS))
              + " … (a line longer than "
              + LINE_CHARS_MAX
              + " characters was cut)";
    }
    line.setLength(0);
    cut = false;
    lines.accept(text);
  }
}
