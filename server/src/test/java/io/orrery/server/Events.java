package io.orrery.server;

import io.orrery.server.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An open event stream, read event by event.
final class Events implements AutoCloseable {
  private final HttpResponse<InputStream> response;
  private final BufferedReader lines;
  private int heartbeats;

  private Events(HttpResponse<InputStream> response) {
    this.response = response;
    this.lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  record Event(String id, Map<?, ?> data) {
    @Nullable Object at(String name) {
      return data.get(name);
    }
  }

  static Events open(World world, String path) throws IOException, InterruptedException {
    return new Events(
        world.client().send(world.request(path).GET().build(), BodyHandlers.ofInputStream()));
  }

  int status() {
    return response.statusCode();
  }

  Optional<String> header(String name) {
    return response.headers().firstValue(name);
  }

  int heartbeats() {
    return heartbeats;
  }

  /// Waits for the next event; empty when the stream has ended.
  Optional<Event> next() {
    var id = "";
    var data = "";
    try {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id: ")) {
          id = line.substring("id: ".length());
        } else if (line.startsWith("data: ")) {
          data = line.substring("data: ".length());
        } else if (line.startsWith(":")) {
          heartbeats++;
        } else if (line.isEmpty() && !id.isEmpty()) {
          return Optional.of(new Event(id, (Map<?, ?>) read(data)));
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object read(String data) {
    try {
      var value = Json.read(data);
      return value == null ? Map.of() : value;
    } catch (Json.NotJson e) {
      throw new AssertionError("not JSON: " + data, e);
    }
  }

  /// Reads until a heartbeat has come.
  void awaitHeartbeat() throws IOException {
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(":")) {
        heartbeats++;
        return;
      }
    }
  }

  List<Event> rest() {
    var rest = new ArrayList<Event>();
    for (var event = next(); event.isPresent(); event = next()) {
      rest.add(event.get());
    }
    return rest;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
