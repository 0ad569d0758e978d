package io.orrery.server.execution;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.server.http.Body;
import io.orrery.server.http.Call;
import io.orrery.server.http.Parts.Part;
import io.orrery.server.json.Json;
import io.orrery.storage.InternalStorage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a call of a webhook brought, as `trigger` shows it (inventory §2.9).
final class WebhookBody {

  private static final String BODY = "body";

  private final InternalStorage storage;
  private final FlowId flow;
  private final ExecutionId execution;

  /// @param execution below whose folder files go
  WebhookBody(InternalStorage storage, FlowId flow, ExecutionId execution) {
    this.storage = storage;
    this.flow = flow;
    this.execution = execution;
  }

  /// How a body is kept.
  enum Fetch {
    INLINE,
    STORED
  }

  /// `headers` and `parameters` always; `body`, or `uri` of a stored one; `parts` and `formFields`
  /// of a form.
  Map<String, Object> of(Call call, Fetch fetch) throws IOException {
    var variables = new LinkedHashMap<String, Object>();
    variables.put("headers", call.headers());
    variables.put("parameters", call.query().values());
    if (call.body().type().equals("multipart/form-data")) {
      parts(call.body(), variables);
      return variables;
    }
    var bytes = call.body().bytes();
    if (bytes.length == 0) {
      return variables;
    }
    if (fetch == Fetch.STORED) {
      variables.put("uri", stored("body", bytes));
    } else {
      variables.put(BODY, value(bytes));
    }
    if (call.body().type().equals("application/x-www-form-urlencoded")) {
      variables.put("formFields", fields(new String(bytes, StandardCharsets.UTF_8)));
    }
    return variables;
  }

  /// A map, a list, or text; what is no text is Base64.
  private static Object value(byte[] bytes) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException _) {
      return Base64.getEncoder().encodeToString(bytes);
    }
    try {
      var json = Json.read(text);
      return json instanceof Map || json instanceof List ? json : text;
    } catch (Json.NotJson _) {
      return text;
    }
  }

  private void parts(Body body, Map<String, Object> variables) throws IOException {
    var files = new ArrayList<Map<String, Object>>();
    var fields = new LinkedHashMap<String, Object>();
    try (var parts = body.parts()) {
      for (var part : parts.all()) {
        if (part.fileName().isPresent()) {
          files.add(file(part, files.size()));
        } else {
          add(fields, part.name(), part.text(body.bytesMax()));
        }
      }
    }
    variables.put("parts", files);
    variables.put("formFields", fields);
  }

  private Map<String, Object> file(Part part, int place) throws IOException {
    var name = part.fileName().orElse("");
    var file = new LinkedHashMap<String, Object>();
    file.put("name", part.name());
    file.put("filename", name);
    part.contentType().ifPresent(type -> file.put("contentType", type));
    var path = path(place + "/" + Uploads.safeName(name));
    try (var content = part.open()) {
      file.put("uri", storage.put(path, content).toString());
    }
    file.put("size", part.size());
    return file;
  }

  private static void add(Map<String, Object> fields, String name, String value) {
    var all = new ArrayList<Object>();
    if (fields.get(name) instanceof List<?> earlier) {
      all.addAll(earlier);
    }
    all.add(value);
    fields.put(name, all);
  }

  private static Map<String, Object> fields(String form) {
    var fields = new LinkedHashMap<String, Object>();
    for (var pair : form.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (!pair.isEmpty()) {
        add(
            fields,
            decoded(equals < 0 ? pair : pair.substring(0, equals)),
            equals < 0 ? "" : decoded(pair.substring(equals + 1)));
      }
    }
    return fields;
  }

  /// What is not URL-encoded stays as it came: a webhook's caller need not know that it is looked
  /// at.
  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return text;
    }
  }

  private String stored(String name, byte[] bytes) throws IOException {
    return storage.put(path(name), new ByteArrayInputStream(bytes)).toString();
  }

  private String path(String name) {
    return Uploads.folder(flow, execution) + "/trigger/" + name;
  }

  /// Takes back what was stored, when nothing came of the call.
  void discard() throws IOException {
    storage.deleteAll(Uploads.folder(flow, execution) + "/trigger");
  }
}
