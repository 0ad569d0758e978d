package io.orrery.expression.library;

import io.orrery.expression.value.IonText;
import io.orrery.expression.value.JsonText;
import io.orrery.expression.value.PlainText;
import io.orrery.expression.value.YamlText;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/// Filters that write a value in another form: JSON, Ion, YAML, base64, URL, hash.
final class CodingFilters {

  private CodingFilters() {}

  static List<Filter> all() {
    return List.of(
        json("toJson"),
        json("json"),
        json("jsonEncode"),
        new Filter(
            "toIon",
            List.of(),
            Filter.Nulls.SEE,
            (input, _, context) -> IonText.of(input, context.budget())),
        new Filter(
            "yaml",
            List.of(),
            Filter.Nulls.SEE,
            (input, _, context) ->
                input == null ? "null" : YamlText.of(input, context.budget(), context.zone())),
        Filter.of(
            "base64encode",
            (input, _, context) -> Base64.getEncoder().encodeToString(bytes(input, context))),
        Filter.of(
            "base64decode",
            (input, _, context) ->
                new String(
                    Base64.getDecoder().decode(PlainText.of(input, context.budget())),
                    StandardCharsets.UTF_8)),
        Filter.of(
            "urlencode",
            (input, _, context) ->
                URLEncoder.encode(PlainText.of(input, context.budget()), StandardCharsets.UTF_8)),
        Filter.of(
            "urldecode",
            (input, _, context) ->
                URLDecoder.decode(PlainText.of(input, context.budget()), StandardCharsets.UTF_8)),
        hash("md5", "MD5"),
        hash("sha1", "SHA-1"),
        hash("sha256", "SHA-256"),
        hash("sha512", "SHA-512"));
  }

  private static Filter json(String name) {
    return new Filter(
        name,
        List.of(),
        Filter.Nulls.SEE,
        (input, _, context) -> JsonText.of(input, context.budget(), context.zone()));
  }

  private static Filter hash(String name, String algorithm) {
    return Filter.of(
        name,
        (input, _, context) ->
            HexFormat.of().formatHex(digest(algorithm).digest(bytes(input, context))));
  }

  private static byte[] bytes(Object input, Context context) {
    return input instanceof byte[] bytes
        ? bytes
        : PlainText.of(input, context.budget()).getBytes(StandardCharsets.UTF_8);
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + algorithm, e);
    }
  }
}
