package io.orrery.model.id;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.random.RandomGenerator;

/// Makes execution ids: 128 bits in base 62, always 22 characters, so that text order is number
/// order.
public final class ExecutionIds {

  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final BigInteger BASE = BigInteger.valueOf(DIGITS.length());
  private static final int LENGTH = 22;

  private ExecutionIds() {}

  /// A new id that sorts by time to the millisecond (the layout of UUID version 7, RFC 9562): new
  /// rows land beside each other in an index.
  public static ExecutionId next(Instant now, RandomGenerator random) {
    var bytes = ByteBuffer.allocate(16);
    bytes.putLong((now.toEpochMilli() << 16) | (random.nextLong() & 0xFFFF));
    bytes.putLong(random.nextLong());
    return encode(bytes.array());
  }

  /// The id of what `name` names: the same name always gives the same id, so a repeated or doubled
  /// attempt to create it names the same execution (the idea of UUID version 5, RFC 9562).
  public static ExecutionId named(String name) {
    try {
      var hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return encode(java.util.Arrays.copyOf(hash, 16));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// Of what a trigger found: a number of one dispatch of it. The time keeps it apart from a
  /// trigger of the same name that is long gone, and was counted from the beginning too.
  public static ExecutionId found(
      TriggerId trigger, long dispatch, Instant dispatchedAt, long number) {
    return named(name(trigger) + "/found/" + dispatch + "/" + dispatchedAt + "/" + number);
  }

  /// Of what a trigger found, and named itself.
  public static ExecutionId found(TriggerId trigger, String key) {
    return named(name(trigger) + "/key/" + key);
  }

  /// Slashes, since dots may stand inside each of the names.
  private static String name(TriggerId trigger) {
    return trigger.flow().namespace() + "/" + trigger.flow().id() + "/" + trigger.id();
  }

  private static ExecutionId encode(byte[] bits) {
    var number = new BigInteger(1, bits);
    var text = new char[LENGTH];
    for (int i = LENGTH - 1; i >= 0; i--) {
      var parts = number.divideAndRemainder(BASE);
      text[i] = DIGITS.charAt(parts[1].intValue());
      number = parts[0];
    }
    return new ExecutionId(new String(text));
  }
}
