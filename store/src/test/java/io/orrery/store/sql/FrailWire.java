package io.orrery.store.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// A way to a database server that breaks where it is told to: all connections through it are cut
/// at the chosen message of a client, just before the server gets it or just after.
final class FrailWire implements AutoCloseable {

  private static final int NEVER = Integer.MAX_VALUE;
  private static final int BUFFER_BYTES = 1 << 16;

  private final ServerSocket door;
  private final int serverPort;
  private final AtomicInteger messagesLeft = new AtomicInteger(NEVER);
  private final AtomicBoolean delivers = new AtomicBoolean();
  private final AtomicBoolean broke = new AtomicBoolean();

  FrailWire(int serverPort) throws IOException {
    this.serverPort = serverPort;
    door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::welcome);
  }

  int port() {
    return door.getLocalPort();
  }

  /// Breaks once, after so many messages more.
  ///
  /// @param delivered whether the server still gets the message whose answer nobody hears
  void breakAfter(int messages, boolean delivered) {
    broke.set(false);
    delivers.set(delivered);
    messagesLeft.set(messages);
  }

  /// Breaks no more.
  ///
  /// @return whether it has broken since it was told to
  boolean mend() {
    messagesLeft.set(NEVER);
    return broke.get();
  }

  private void welcome() {
    try {
      while (true) {
        var client = door.accept();
        var server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        Thread.ofVirtual().start(() -> carry(client, server, true));
        Thread.ofVirtual().start(() -> carry(server, client, false));
      }
    } catch (IOException e) {
      if (!door.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void carry(Socket from, Socket to, boolean ofClient) {
    var buffer = new byte[BUFFER_BYTES];
    try (from;
        to) {
      for (int read = from.getInputStream().read(buffer);
          read >= 0;
          read = from.getInputStream().read(buffer)) {
        boolean breaks = ofClient && isOver();
        if (!breaks || delivers.get()) {
          to.getOutputStream().write(buffer, 0, read);
        }
        if (breaks) {
          return;
        }
      }
    } catch (IOException _) {
      // The other direction was cut.
    }
  }

  private boolean isOver() {
    int left = messagesLeft.getAndUpdate(now -> now == NEVER ? NEVER : now - 1);
    if (left == 0) {
      broke.set(true);
      messagesLeft.set(NEVER);
    }
    return left == 0;
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
