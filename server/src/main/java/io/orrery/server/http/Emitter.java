package io.orrery.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Writes server-sent events. Each call sends at once; it throws when the client is gone.
public final class Emitter {
  private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] LINE = "\ndata: ".getBytes(StandardCharsets.UTF_8);
  private static final byte[] END = "\n\n".getBytes(StandardCharsets.UTF_8);

  private final OutputStream out;

  Emitter(OutputStream out) {
    this.out = out;
  }

  /// @param id says the phase of the stream, as Kestra's clients expect: `start`, `progress`, `end`
  /// @param data without line breaks
  public void send(String id, byte[] data) throws IOException {
    out.write(("id: " + id).getBytes(StandardCharsets.UTF_8));
    out.write(LINE);
    out.write(data);
    out.write(END);
    out.flush();
  }

  /// A comment, which clients skip: shows whether they are still there.
  public void heartbeat() throws IOException {
    out.write(HEARTBEAT);
    out.flush();
  }
}
