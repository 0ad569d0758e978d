package io.orrery.app.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orrery.model.id.TriggerId;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The triggers of a running server, over its API.
final class ServerDesk implements TriggerDesk {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int PAGE = 1000;

  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private final ObjectMapper mapper = new ObjectMapper();
  private final String base;
  private final Optional<String> authorization;

  /// @param address `http://HOST:PORT`, with `USER:PASSWORD@` where the server asks for it
  ServerDesk(String address) {
    var uri = URI.create(address);
    authorization =
        Optional.ofNullable(uri.getUserInfo())
            .map(it -> it.getBytes(StandardCharsets.UTF_8))
            .map(it -> "Basic " + Base64.getEncoder().encodeToString(it));
    var path = uri.getRawPath() == null ? "" : uri.getRawPath();
    base =
        uri.getScheme()
            + "://"
            + uri.getHost()
            + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
            + (path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
  }

  @Override
  public Map<String, Object> list(Optional<String> namespace) {
    var states = new ArrayList<Object>();
    for (int page = 1; ; page++) {
      var found =
          call(
              "GET",
              "/search?size="
                  + PAGE
                  + "&page="
                  + page
                  + namespace.map(it -> "&namespace=" + coded(it)).orElse(""),
              Optional.empty());
      var results = results(found);
      for (var result : results) {
        states.add(result.getOrDefault("state", result));
      }
      if (results.size() < PAGE) {
        var all = new LinkedHashMap<String, Object>();
        all.put("results", states);
        all.put("total", states.size());
        return all;
      }
    }
  }

  @Override
  public Map<String, Object> slots(
      TriggerId trigger, Optional<String> from, Optional<String> to, int count) {
    return call(
        "GET",
        path(trigger)
            + "/slots?size="
            + count
            + from.map(it -> "&from=" + coded(it)).orElse("")
            + to.map(it -> "&to=" + coded(it)).orElse(""),
        Optional.empty());
  }

  @Override
  public Map<String, Object> why(TriggerId trigger, String at) {
    return call("GET", path(trigger) + "/why?at=" + coded(at), Optional.empty());
  }

  @Override
  public void setDisabled(TriggerId trigger, boolean disabled) {
    var name = new LinkedHashMap<String, Object>();
    name.put("namespace", trigger.flow().namespace());
    name.put("flowId", trigger.flow().id());
    name.put("triggerId", trigger.id());
    var _ =
        call(
            "PUT",
            "/set-disabled",
            Optional.of(Json.of(Map.of("trigger", name, "disabled", disabled))));
  }

  @Override
  public void unlock(TriggerId trigger) {
    var _ = call("POST", path(trigger) + "/unlock", Optional.empty());
  }

  @Override
  public String runNow(TriggerId trigger, boolean force) {
    var made = call("POST", path(trigger) + "/run-now?force=" + force, Optional.empty());
    return String.valueOf(made.get("id"));
  }

  private static String path(TriggerId trigger) {
    return "/"
        + coded(trigger.flow().namespace())
        + "/"
        + coded(trigger.flow().id())
        + "/"
        + coded(trigger.id());
  }

  private static String coded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  static List<Map<String, Object>> results(Map<String, Object> answer) {
    var results = new ArrayList<Map<String, Object>>();
    if (answer.get("results") instanceof List<?> list) {
      for (var one : list) {
        if (one instanceof Map<?, ?> map) {
          var result = new LinkedHashMap<String, Object>();
          map.forEach((name, value) -> result.put(String.valueOf(name), value));
          results.add(result);
        }
      }
    }
    return results;
  }

  private Map<String, Object> call(String method, String path, Optional<String> body) {
    var request =
        HttpRequest.newBuilder(URI.create(base + "/api/v1/main/triggers" + path))
            .timeout(PATIENCE)
            .method(method, body.map(BodyPublishers::ofString).orElse(BodyPublishers.noBody()));
    body.ifPresent(_ -> request.header("Content-Type", "application/json"));
    authorization.ifPresent(it -> request.header("Authorization", it));
    try {
      var response = client.send(request.build(), BodyHandlers.ofString());
      if (response.statusCode() == 401) {
        throw new Refusal(
            "the server asks who you are: give its address as http://USER:PASSWORD@HOST:PORT");
      }
      var answer = read(response.body());
      if (response.statusCode() >= 300) {
        throw new Refusal(String.valueOf(answer.getOrDefault("message", response.body())));
      }
      return answer;
    } catch (ConnectException _) {
      throw new Refusal(
          "no server answers at %s: start one with 'orrery server', name another with --server, or read a folder that no server holds with --home"
              .formatted(base));
    } catch (IOException e) {
      throw new Refusal("the server at " + base + " cannot be asked: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal("interrupted");
    }
  }

  private Map<String, Object> read(String text) {
    try {
      return text.isBlank() ? Map.of() : mapper.readValue(text, new TypeReference<>() {});
    } catch (JsonProcessingException _) {
      throw new Refusal("what answers at " + base + " is no Orrery server");
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
