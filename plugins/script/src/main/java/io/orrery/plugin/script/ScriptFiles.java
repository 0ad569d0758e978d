package io.orrery.plugin.script;

import io.orrery.plugin.api.RunContext;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Addresses of stored files in the text of a script.
final class ScriptFiles {
  private ScriptFiles() {}

  /// In a command a `file:///` address may mean anything, so it stays as it is.
  private static final Pattern ADDRESS =
      Pattern.compile("(?:kestra:///|nsfile://)[-A-Za-z0-9._~%/@+=:?]+");

  private static void fetch(URI address, Path place, RunContext context) throws IOException {
    try (var content = context.storage().open(address)) {
      Files.copy(content, place, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /// `text` with every address of internal storage replaced by the path of a local copy.
  static String localize(String text, Map<String, Path> fetched, RunContext context)
      throws IOException {
    if (!text.contains("://")) {
      return text;
    }
    var result = new StringBuilder();
    var found = ADDRESS.matcher(text);
    while (found.find()) {
      var address = found.group();
      var place = fetched.get(address);
      if (place == null) {
        place = context.workingFolder().createFile(extension(address));
        fetch(URI.create(address), place, context);
        fetched.put(address, place);
      }
      found.appendReplacement(result, Matcher.quoteReplacement(place.toString()));
    }
    found.appendTail(result);
    return result.toString();
  }

  private static String extension(String address) {
    int query = address.indexOf('?');
    var path = query < 0 ? address : address.substring(0, query);
    var name = path.substring(path.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot);
  }
}
