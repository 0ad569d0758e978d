package io.orrery.conformance.embedded;

import io.orrery.conformance.cases.Multipart;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.subject.Content;
import io.orrery.conformance.subject.InputPart;
import io.orrery.conformance.subject.OuterSubject.HttpCall;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Files of namespaces through the API.
final class ApiNamespaceFiles {

  private static final int NOT_FOUND = 404;

  private final ApiClient api;

  ApiNamespaceFiles(ApiClient api) {
    this.api = api;
  }

  Optional<Content> find(String namespace, String path) {
    var answer = api.get(target(namespace, "", path));
    if (answer.status() == NOT_FOUND) {
      return Optional.empty();
    }
    if (answer.status() >= 400) {
      throw new IllegalStateException(answer.status() + ": " + answer.body().text());
    }
    return Optional.of(answer.body());
  }

  void put(String namespace, String path, Content content) {
    var name = path.substring(path.lastIndexOf('/') + 1);
    var form = new Multipart(List.of(new InputPart.Upload("fileContent", name, content)));
    ApiClient.good(
        api.call(
            new HttpCall(
                "POST",
                target(namespace, "", path),
                Map.of("Content-Type", form.contentType()),
                Optional.of(form.body()),
                false)));
  }

  /// The names directly in a folder; none when it is not there.
  List<String> names(String namespace, String path) {
    var answer = api.get(target(namespace, "/directory", path));
    return answer.status() == NOT_FOUND
        ? List.of()
        : Json.items(Json.read(answer.body().text())).stream()
            .map(one -> String.valueOf(Json.members(one).get("fileName")))
            .toList();
  }

  private static String target(String namespace, String below, String path) {
    return "/api/v1/namespaces/"
        + namespace
        + "/files"
        + below
        + "?path="
        + ApiClient.encoded(path);
  }
}
