package io.orrery.app.secrets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Everything that a run left behind, searched for a secret in every form.
final class Haystack {

  private final Map<String, String> places = new LinkedHashMap<>();

  void add(String place, String text) {
    places.put(place, text);
  }

  void add(String place, byte[] bytes) {
    places.put(place, new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /// @param except names of files that are meant to hold what is secret
  void addFolder(Path folder, List<String> except) {
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        if (!except.contains(file.getFileName().toString())) {
          add(folder.relativize(file).toString(), Files.readAllBytes(file));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Where which form of `secret` is, with what stands around it.
  List<String> find(String secret) {
    var found = new ArrayList<String>();
    forms(secret)
        .forEach(
            (form, text) ->
                places.forEach(
                    (place, content) -> {
                      int at = content.indexOf(text);
                      if (at >= 0) {
                        found.add(
                            form
                                + " in "
                                + place
                                + ": …"
                                + content.substring(
                                    Math.max(0, at - 60),
                                    Math.min(content.length(), at + text.length() + 30)));
                      }
                    }));
    return found;
  }

  private static Map<String, String> forms(String secret) {
    var bytes = secret.getBytes(StandardCharsets.UTF_8);
    var forms = new LinkedHashMap<String, String>();
    forms.put("raw", secret);
    forms.put("upper", secret.toUpperCase(Locale.ROOT));
    forms.put("lower", secret.toLowerCase(Locale.ROOT));
    forms.put("replaced", secret.replace("-", "_"));
    forms.put("cut", secret.substring(2, secret.length() - 2));
    forms.put("url", URLEncoder.encode(secret, StandardCharsets.UTF_8));
    forms.put("json", secret.replace("\\", "\\\\").replace("\"", "\\\""));
    forms.put("base64", Base64.getEncoder().withoutPadding().encodeToString(bytes));
    forms.put("reversed", new StringBuilder(secret).reverse().toString());
    return forms;
  }
}
