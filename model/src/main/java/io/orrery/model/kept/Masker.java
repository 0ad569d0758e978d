package io.orrery.model.kept;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Knows the secrets of one piece of work, and replaces them in texts that people see.
///
/// A secret is known in many dresses: as it is, each long line of it alone (a program prints it
/// line by line), in base64 (wherever it begins in the encoded text), URL-encoded, escaped for
/// JSON. Values shorter than [#CHARS_MIN] are not masked: they would turn up everywhere. Safe for
/// many threads; those that only look take no lock.
public final class Masker {

  static final int CHARS_MIN = 3;

  /// A line of a secret is taken as a secret of its own from this length on.
  private static final int LINE_CHARS_MIN = 8;

  private static final int ENCODED_CHARS_MIN = 6;

  /// One text to look for, and the secret that it is a dress of.
  private record Dress(String text, String secret) {}

  private final Set<String> seen = new LinkedHashSet<>();

  /// Longest first, so that a secret within another one leaves no rest of the longer. Replaced as a
  /// whole.
  private volatile List<Dress> dresses = List.of();

  /// What is added is masked from now on.
  public void add(String secret) {
    addAll(List.of(secret));
  }

  /// Cheaper than one after another.
  public void addAll(Collection<String> secrets) {
    synchronized (seen) {
      var all = new LinkedHashMap<String, String>();
      for (var secret : secrets) {
        if (secret.strip().length() >= CHARS_MIN && seen.add(secret)) {
          dress(secret, secret, all);
          dress(secret.strip(), secret, all);
          secret
              .lines()
              .filter(line -> line.strip().length() >= LINE_CHARS_MIN)
              .forEach(line -> all.putIfAbsent(line, secret));
        }
      }
      if (all.isEmpty()) {
        return;
      }
      dresses.forEach(dress -> all.put(dress.text(), dress.secret()));
      var ordered = new ArrayList<Dress>(all.size());
      all.forEach((text, secret) -> ordered.add(new Dress(text, secret)));
      ordered.sort(Comparator.comparingInt((Dress dress) -> dress.text().length()).reversed());
      dresses = List.copyOf(ordered);
    }
  }

  /// Whether it knows no secret at all.
  public boolean isEmpty() {
    return dresses.isEmpty();
  }

  /// `text` without any secret.
  public String mask(String text) {
    var result = text;
    for (var dress : dresses) {
      if (result.contains(dress.text())) {
        result = result.replace(dress.text(), Kept.MASK);
      }
    }
    return result;
  }

  /// Whether `text` holds a secret, in any dress.
  public boolean finds(String text) {
    for (var dress : dresses) {
      if (text.contains(dress.text())) {
        return true;
      }
    }
    return false;
  }

  /// The secrets that `text` holds, as they were added.
  public Set<String> in(String text) {
    var found = new LinkedHashSet<String>();
    for (var dress : dresses) {
      if (text.contains(dress.text())) {
        found.add(dress.secret());
      }
    }
    return found;
  }

  private static void dress(String text, String secret, Map<String, String> dresses) {
    dresses.putIfAbsent(text, secret);
    dresses.putIfAbsent(new String(JsonStringEncoder.getInstance().quoteAsString(text)), secret);
    var url = URLEncoder.encode(text, StandardCharsets.UTF_8);
    dresses.putIfAbsent(url, secret);
    dresses.putIfAbsent(url.replace("+", "%20"), secret);
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    var plain = Base64.getEncoder();
    dresses.putIfAbsent(plain.encodeToString(bytes), secret);
    dresses.putIfAbsent(Base64.getUrlEncoder().encodeToString(bytes), secret);
    for (int before = 0; before < 3; before++) {
      inside(plain, bytes, before, secret, dresses);
      inside(Base64.getUrlEncoder(), bytes, before, secret, dresses);
    }
  }

  /// The characters that depend on the secret alone when `before` bytes (modulo 3) stand before it.
  private static void inside(
      Base64.Encoder encoder, byte[] bytes, int before, String secret, Map<String, String> into) {
    var padded = new byte[before + bytes.length];
    System.arraycopy(bytes, 0, padded, before, bytes.length);
    var encoded = encoder.withoutPadding().encodeToString(padded);
    int from = before == 0 ? 0 : before + 1;
    int to = padded.length % 3 == 0 ? encoded.length() : encoded.length() - 1;
    if (to - from >= ENCODED_CHARS_MIN) {
      into.putIfAbsent(encoded.substring(from, to), secret);
    }
  }
}
