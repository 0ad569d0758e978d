package io.orrery.bench.subject;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/// A server's HTTP API, as far as the bench uses it.
public final class Api implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final String BOUNDARY = "orrery-bench-boundary";

  private final ObjectMapper mapper = new ObjectMapper();
  private final String base;
  private final HttpClient client;

  Api(String base) {
    this.base = base;
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
  }

  /// Whether the server answers and calls itself healthy.
  boolean healthy() {
    try {
      return send(HttpRequest.newBuilder(uri("/health")).GET()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /// Saves flows, separated by `---`.
  public void importFlows(String yaml) {
    var answer =
        must(
            HttpRequest.newBuilder(uri("/api/v1/flows/bulk"))
                .header("Content-Type", "application/x-yaml")
                .POST(BodyPublishers.ofString(yaml)));
    if (!answer.isArray()) {
      throw new Trouble("flows were not saved: " + answer);
    }
  }

  /// Starts an execution.
  ///
  /// @return its id once the server has acknowledged it; empty when the server went away before
  public Optional<String> start(
      String namespace, String flow, Map<String, String> inputs, String label) {
    var path =
        "/api/v1/executions/%s/%s?labels=%s"
            .formatted(namespace, flow, URLEncoder.encode(label, StandardCharsets.UTF_8));
    var request = HttpRequest.newBuilder(uri(path));
    HttpResponse<String> answer;
    try {
      answer = send(withInputs(request, inputs));
    } catch (IOException e) {
      return Optional.empty();
    }
    if (answer.statusCode() != 200) {
      throw new Trouble("a start was answered by " + answer.statusCode() + ": " + answer.body());
    }
    return Optional.of(json(answer.body()).path("id").asText());
  }

  /// Runs an execution to its end.
  public JsonNode run(String namespace, String flow) {
    var path = "/api/v1/executions/%s/%s?wait=true".formatted(namespace, flow);
    return must(HttpRequest.newBuilder(uri(path)).POST(BodyPublishers.noBody()));
  }

  /// An execution with its task runs; empty when there is none.
  public Optional<JsonNode> execution(String id) {
    HttpResponse<String> answer;
    try {
      answer = send(HttpRequest.newBuilder(uri("/api/v1/executions/" + id)).GET());
    } catch (IOException e) {
      throw new Trouble("the server does not answer: " + e.getMessage(), e);
    }
    return switch (answer.statusCode()) {
      case 200 -> Optional.of(json(answer.body()));
      case 404 -> Optional.empty();
      default -> throw new Trouble("execution " + id + ": " + answer.body());
    };
  }

  private JsonNode must(HttpRequest.Builder request) {
    try {
      var answer = send(request);
      if (answer.statusCode() != 200) {
        throw new Trouble("the API answered " + answer.statusCode() + ": " + answer.body());
      }
      return json(answer.body());
    } catch (IOException e) {
      throw new Trouble("the server does not answer: " + e.getMessage(), e);
    }
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    try {
      return client.send(request.timeout(TIMEOUT).build(), BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Trouble("interrupted");
    }
  }

  /// Inputs travel as the parts of a form, as a browser sends them.
  private static HttpRequest.Builder withInputs(
      HttpRequest.Builder request, Map<String, String> inputs) {
    if (inputs.isEmpty()) {
      return request.POST(BodyPublishers.noBody());
    }
    var body =
        inputs.entrySet().stream()
            .map(
                input ->
                    "--%s\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
                        .formatted(BOUNDARY, input.getKey(), input.getValue()))
            .collect(Collectors.joining("", "", "--" + BOUNDARY + "--\r\n"));
    return request
        .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
        .POST(BodyPublishers.ofString(body));
  }

  private URI uri(String path) {
    return URI.create(base + path);
  }

  private JsonNode json(String text) {
    try {
      return mapper.readTree(text);
    } catch (JsonProcessingException e) {
      throw new Trouble("the API answered no JSON: " + text, e);
    }
  }

  /// Breaks off what is under way: the server may be gone.
  @Override
  public void close() {
    client.shutdownNow();
  }
}
