package io.orrery.expression.library;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.value.JsonTree;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Functions that ask the world outside: secrets, the key-value store, files, logs.
final class ServiceFunctions {

  private static final List<String> FILE = List.of("path", "namespace");

  private ServiceFunctions() {}

  static List<Function> all() {
    return List.of(
        Function.of(
            "secret", List.of("key", "namespace", "subkey", "full"), ServiceFunctions::secret),
        Function.of("kv", List.of("key", "namespace", "errorOnMissing"), ServiceFunctions::kv),
        Function.of(
            "read", List.of("path", "namespace", "revision", "version"), ServiceFunctions::read),
        Function.of(
            "fileURI",
            List.of("path", "namespace", "revision", "version"),
            (arguments, context) ->
                context
                    .services()
                    .fileUri(path(arguments), namespace(arguments), revision(arguments))),
        Function.of("fileSize", FILE, ServiceFunctions::size),
        Function.of(
            "fileExists", FILE, (arguments, context) -> sizeOrMissing(arguments, context) >= 0),
        Function.of("isFileEmpty", FILE, (arguments, context) -> size(arguments, context) == 0),
        Function.of("errorLogs", (_, context) -> context.services().errorLogs()),
        Function.of(
            "tasksWithState",
            List.of("state"),
            (arguments, context) -> context.services().tasksWithState(arguments.text("state"))));
  }

  private static String secret(Arguments arguments, Context context) {
    var key = arguments.text("key");
    var secret = context.services().secret(key, namespace(arguments));
    context.secret(secret);
    var subkey = arguments.text("subkey", "");
    if (subkey.isEmpty()) {
      return secret;
    }
    var part = part(secret, key, subkey);
    context.secret(part);
    context.services().sensitive(part);
    return part;
  }

  private static String part(String secret, String key, String subkey) {
    try {
      var part = JsonTree.parseNode(secret).get(subkey);
      if (part == null) {
        throw new ExpressionException("secret '" + key + "' has no part '" + subkey + "'", 0);
      }
      return part.isValueNode() ? part.asText() : part.toString();
    } catch (JsonProcessingException _) { // its message would show the secret
      throw new ExpressionException(
          "secret '" + key + "' has no part '" + subkey + "': it is not JSON", 0);
    }
  }

  private static @Nullable Object kv(Arguments arguments, Context context) {
    return context
        .services()
        .kv(arguments.text("key"), namespace(arguments), arguments.flag("errorOnMissing", true));
  }

  private static String read(Arguments arguments, Context context) {
    var bytes = context.services().read(path(arguments), namespace(arguments), revision(arguments));
    context.budget().chars(bytes.length);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static long size(Arguments arguments, Context context) {
    long size = sizeOrMissing(arguments, context);
    if (size < 0) {
      throw new ExpressionException("there is no file '" + path(arguments) + "'", 0);
    }
    return size;
  }

  private static long sizeOrMissing(Arguments arguments, Context context) {
    return context.services().fileSize(path(arguments), namespace(arguments));
  }

  private static String path(Arguments arguments) {
    var path = arguments.required("path");
    if (path == null) {
      throw new ExpressionException("a file's path is null", 0);
    }
    return path.toString();
  }

  /// `version` is what older flows call it.
  private static Optional<Integer> revision(Arguments arguments) {
    var name = arguments.given("version") ? "version" : "revision";
    if (arguments.value(name) == null) {
      return Optional.empty();
    }
    long revision = arguments.whole(name);
    if (revision < 1 || revision > Integer.MAX_VALUE) {
      throw new ExpressionException("a revision is a number from 1, not " + revision, 0);
    }
    return Optional.of((int) revision);
  }

  private static Optional<String> namespace(Arguments arguments) {
    return Optional.ofNullable(arguments.textOrNull("namespace"));
  }
}
