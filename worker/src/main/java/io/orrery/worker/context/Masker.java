package io.orrery.worker.context;

import io.orrery.worker.plugin.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Replaces what is secret in texts that people see.
///
/// A secret is known in many dresses: as it is, each long line of it alone (a program prints it
/// line by line), in base64 (wherever it begins in the encoded text), URL-encoded, escaped for
/// JSON. Values shorter than [#CHARS_MIN] are not masked: they would turn up everywhere.
public final class Masker {

  static final String MASK = "******";
  static final int CHARS_MIN = 3;

  /// A line of a secret is taken as a secret of its own from this length on.
  private static final int LINE_CHARS_MIN = 8;

  private static final int ENCODED_CHARS_MIN = 6;

  private final Set<String> seen = new LinkedHashSet<>();

  /// Longest first, so that a secret within another one leaves no rest of the longer. Replaced as a
  /// whole: readers take no lock.
  private volatile List<String> dresses = List.of();

  void add(String secret) {
    if (secret.strip().length() < CHARS_MIN) {
      return;
    }
    synchronized (seen) {
      if (!seen.add(secret)) {
        return;
      }
      var all = new LinkedHashSet<>(dresses);
      dress(secret, all);
      dress(secret.strip(), all);
      secret.lines().filter(line -> line.strip().length() >= LINE_CHARS_MIN).forEach(all::add);
      var ordered = new ArrayList<>(all);
      ordered.sort(Comparator.comparingInt(String::length).reversed());
      dresses = List.copyOf(ordered);
    }
  }

  String mask(String text) {
    var result = text;
    for (var secret : dresses) {
      if (result.contains(secret)) {
        result = result.replace(secret, MASK);
      }
    }
    return result;
  }

  private static void dress(String secret, Set<String> dresses) {
    dresses.add(secret);
    var json = Json.write(secret);
    dresses.add(json.substring(1, json.length() - 1));
    var url = URLEncoder.encode(secret, StandardCharsets.UTF_8);
    dresses.add(url);
    dresses.add(url.replace("+", "%20"));
    var bytes = secret.getBytes(StandardCharsets.UTF_8);
    var plain = Base64.getEncoder();
    dresses.add(plain.encodeToString(bytes));
    dresses.add(Base64.getUrlEncoder().encodeToString(bytes));
    for (int before = 0; before < 3; before++) {
      inside(plain, bytes, before, dresses);
      inside(Base64.getUrlEncoder(), bytes, before, dresses);
    }
  }

  /// The characters that depend on the secret alone when `before` bytes (modulo 3) stand before it.
  private static void inside(Base64.Encoder encoder, byte[] secret, int before, Set<String> into) {
    var padded = new byte[before + secret.length];
    System.arraycopy(secret, 0, padded, before, secret.length);
    var encoded = encoder.withoutPadding().encodeToString(padded);
    int from = before == 0 ? 0 : before + 1;
    int to = padded.length % 3 == 0 ? encoded.length() : encoded.length() - 1;
    if (to - from >= ENCODED_CHARS_MIN) {
      into.add(encoded.substring(from, to));
    }
  }
}
