package io.orrery.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a call is answered with.
public sealed interface Answer {

  /// A value as JSON; null is the JSON `null`.
  record Json(int status, @Nullable Object value) implements Answer {}

  record Text(int status, String contentType, String text) implements Answer {}

  record Empty(int status) implements Answer {}

  /// A body that is written as it is made, and so may be large. What fails after the first byte
  /// breaks the connection: the client must not take a part for the whole.
  record Streamed(int status, String contentType, Map<String, String> headers, Writing writing)
      implements Answer {}

  /// Server-sent events, until `stream` returns or the client goes away.
  record Events(EventStream stream) implements Answer {}

  @FunctionalInterface
  interface Writing {
    void to(OutputStream out) throws IOException;
  }

  /// Sends events; blocks in between.
  @FunctionalInterface
  interface EventStream {
    void run(Emitter out) throws Exception;
  }

  static Answer json(@Nullable Object value) {
    return new Json(200, value);
  }

  static Answer empty(int status) {
    return new Empty(status);
  }

  /// JSON that is written as it is made.
  static Answer streamed(Writing writing) {
    return new Streamed(200, "application/json", Map.of(), writing);
  }
}
