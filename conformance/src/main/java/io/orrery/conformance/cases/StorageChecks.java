package io.orrery.conformance.cases;

import com.amazon.ion.IonException;
import io.orrery.conformance.cases.Scene.Check;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.match.Values;
import io.orrery.conformance.subject.Content;
import io.orrery.conformance.subject.InputPart;
import io.orrery.conformance.subject.Unsupported;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Expectations about files of internal storage, followed from an output (`ref`).
final class StorageChecks {

  static final Map<String, Check> ALL = all();

  private StorageChecks() {}

  private static Map<String, Check> all() {
    var checks = new LinkedHashMap<String, Check>();
    checks.put("storageContent", StorageChecks::content);
    checks.put(
        "storageContents",
        (expected, scene) ->
            Json.items(expected).stream().flatMap(item -> content(item, scene).stream()).toList());
    checks.put("storageLines", StorageChecks::lines);
    checks.put("storageIonItems", StorageChecks::ionItems);
    return checks;
  }

  private static List<Mismatch> content(@Nullable Object expected, Scene scene) {
    var wanted = Json.members(expected);
    var text = text(wanted, scene);
    var misses = new ArrayList<Mismatch>();
    wanted.forEach(
        (key, value) -> {
          var at = "storageContent." + key;
          misses.addAll(
              switch (key) {
                case "ref" -> List.<Mismatch>of();
                case "equals" -> scene.compare(at, value, text.orElse(null));
                case "equalsFile" ->
                    scene.compare(
                        at,
                        scene.stage().corpus().content(String.valueOf(value)).text(),
                        text.orElse(null));
                case "equalsParts" -> scene.compare(at, joined(value, scene), text.orElse(null));
                case "concatEqualsInput" ->
                    scene.compare(at, input(String.valueOf(value), scene), text.orElse(null));
                default -> throw new Unsupported("expectation " + at);
              });
        });
    return misses;
  }

  private static List<Mismatch> lines(@Nullable Object expected, Scene scene) {
    var wanted = Json.members(expected);
    var text = text(wanted, scene);
    var misses = new ArrayList<Mismatch>();
    wanted.forEach(
        (key, value) -> {
          var at = "storageLines." + key;
          misses.addAll(
              switch (key) {
                case "ref" -> List.<Mismatch>of();
                case "count" ->
                    scene.compare(at, value, text.map(all -> all.lines().count()).orElse(null));
                case "equals" ->
                    scene.compare(at, value, text.map(all -> all.lines().toList()).orElse(null));
                default -> throw new Unsupported("expectation " + at);
              });
        });
    return misses;
  }

  private static List<Mismatch> ionItems(@Nullable Object expected, Scene scene) {
    var wanted = Json.members(expected);
    var text = text(wanted, scene);
    if (!wanted.keySet().equals(Set.of("ref", "equals"))) {
      throw new Unsupported("storageIonItems " + wanted.keySet());
    }
    try {
      var items = text.map(IonValues::readAll).orElse(null);
      return Values.equal(wanted.get("equals"), items)
          ? List.of()
          : Scene.miss("storageIonItems", wanted.get("equals"), items);
    } catch (IonException e) {
      return Scene.miss("storageIonItems", wanted.get("equals"), text.orElse(""));
    }
  }

  /// The content at the reference; of several addresses, all in their order.
  private static Optional<String> text(Map<String, Object> wanted, Scene scene) {
    var reference = String.valueOf(wanted.get("ref"));
    var value =
        scene
            .execution()
            .flatMap(view -> Refs.find(view, reference))
            .or(() -> resolvedInput(reference, scene));
    return value.flatMap(addresses -> read(addresses, scene));
  }

  private static Optional<Object> resolvedInput(String reference, Scene scene) {
    return scene
        .stage()
        .resolvedInputs()
        .filter(inputs -> reference.startsWith("inputs."))
        .map(inputs -> inputs.get(reference.substring("inputs.".length())));
  }

  private static Optional<String> read(Object addresses, Scene scene) {
    var all = new StringBuilder();
    for (var address : each(addresses)) {
      var content = scene.stage().subject().storage(Values.text(address));
      if (content.isEmpty()) {
        return Optional.empty();
      }
      all.append(content.get().text());
    }
    return Optional.of(all.toString());
  }

  private static Collection<?> each(Object addresses) {
    return addresses instanceof Map<?, ?> map ? map.values() : Json.items(addresses);
  }

  /// Pieces of text; `{name}` stands for the content of that upload.
  private static String joined(@Nullable Object parts, Scene scene) {
    var uploads = new LinkedHashMap<String, String>();
    for (var part : scene.stage().inputs()) {
      if (part instanceof InputPart.Upload upload) {
        uploads.put(upload.name(), upload.content().text());
      }
    }
    var placeholders = new Placeholders(scene.stage(), uploads);
    var text = new StringBuilder();
    Json.items(parts).forEach(part -> text.append(placeholders.text(String.valueOf(part))));
    return text.toString();
  }

  private static @Nullable Object input(String name, Scene scene) {
    return scene.stage().inputs().stream()
        .filter(part -> part.name().equals(name))
        .map(
            part ->
                switch (part) {
                  case InputPart.Upload upload -> upload.content();
                  case InputPart.Value value -> Content.of(Values.text(value.value()));
                })
        .map(Content::text)
        .findFirst()
        .orElse(null);
  }
}
