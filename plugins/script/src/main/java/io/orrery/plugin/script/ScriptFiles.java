package io.orrery.plugin.script;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Files on their way between internal storage and the working folder of a script.
final class ScriptFiles {
  private ScriptFiles() {}

  private static final JsonMapper JSON = new JsonMapper();
  private static final String REST = "[-A-Za-z0-9._~%/@+=:?]+";

  /// In a command a `file:///` address may mean anything, so it stays as it is.
  private static final Pattern IN_TEXT = Pattern.compile("(?:kestra:///|nsfile://)" + REST);

  private static final Pattern ADDRESS =
      Pattern.compile("(?:kestra:///|nsfile://|file:///)" + REST);

  /// Makes the input files.
  ///
  /// @param files by name: a text, the address of a stored file, or a tree that becomes JSON; or
  ///   all of that as the text of a JSON object
  static void write(@Nullable Object files, RunContext context) throws IOException {
    for (var file : entries(files).entrySet()) {
      var place = context.workingFolder().resolve(file.getKey());
      var folder = place.getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      write(place, file.getValue(), context);
    }
  }

  private static Map<String, Object> entries(@Nullable Object files) {
    var entries = new LinkedHashMap<String, Object>();
    switch (files) {
      case null -> {}
      case Map<?, ?> map -> map.forEach((name, value) -> entries.put(String.valueOf(name), value));
      case String text when text.isBlank() -> {}
      case String text -> {
        try {
          Map<?, ?> read = JSON.readValue(text, Map.class);
          read.forEach((name, value) -> entries.put(String.valueOf(name), value));
        } catch (JsonProcessingException e) {
          throw new TaskFailure("inputFiles is neither a map nor the JSON text of one", e);
        }
      }
      default -> throw new TaskFailure("inputFiles must be a map from names to contents");
    }
    return entries;
  }

  private static void write(Path place, @Nullable Object content, RunContext context)
      throws IOException {
    switch (content) {
      case null -> Files.writeString(place, "");
      case String text when isAddress(text) -> fetch(URI.create(text.strip()), place, context);
      case String text -> Files.writeString(place, text);
      default -> Files.writeString(place, JSON.writeValueAsString(content));
    }
  }

  private static boolean isAddress(String text) {
    return ADDRESS.matcher(text.strip()).matches();
  }

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
    var found = IN_TEXT.matcher(text);
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
    var name = address.substring(address.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot);
  }

  /// Stores the files below `folder` that one of the patterns matches, links left out.
  ///
  /// @return addresses by path within the folder, ordered
  static Map<String, URI> collect(Path folder, List<String> patterns, RunContext context)
      throws IOException {
    var stored = new TreeMap<String, URI>();
    if (patterns.isEmpty()) {
      return stored;
    }
    var matchers = patterns.stream().map(ScriptFiles::matcher).toList();
    List<Path> files;
    try (var walk = Files.walk(folder)) {
      files = walk.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).toList();
    }
    for (var file : files) {
      var relative = folder.relativize(file);
      if (matchers.stream().anyMatch(matcher -> matcher.matches(relative))) {
        try (var content = Files.newInputStream(file)) {
          stored.put(relative.toString(), context.storage().put(relative.toString(), content));
        }
      }
    }
    return stored;
  }

  private static PathMatcher matcher(String pattern) {
    var relative = pattern.startsWith("./") ? pattern.substring(2) : pattern;
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + relative);
    } catch (IllegalArgumentException e) {
      throw new TaskFailure("'" + pattern + "' is no pattern of files: " + e.getMessage(), e);
    }
  }
}
