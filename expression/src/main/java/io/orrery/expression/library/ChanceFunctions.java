package io.orrery.expression.library;

import io.orrery.expression.ExpressionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// Functions that answer differently each time: ids and random numbers.
final class ChanceFunctions {

  private static final String BASE_62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final String NANO_ALPHABET = BASE_62 + "-_";
  private static final int NANO_LENGTH = 21;
  private static final int NANO_LENGTH_MAX = 1000;
  private static final int ID_LENGTH = 22;
  private static final int KSUID_LENGTH = 27;
  private static final int KSUID_BYTES = 20;

  /// The second that KSUIDs count from: 13 May 2014.
  private static final long KSUID_EPOCH = 1_400_000_000L;

  private ChanceFunctions() {}

  static List<Function> all() {
    return List.of(
        Function.of("uuid", (_, context) -> uuid(context.random())),
        Function.of("id", (_, context) -> id(context.random())),
        Function.of("ksuid", (_, context) -> ksuid(context)),
        Function.of("nanoId", List.of("length", "alphabet"), ChanceFunctions::nanoId),
        Function.of("randomInt", List.of("lower", "upper"), ChanceFunctions::randomInt),
        Function.of("randomPort", (_, _) -> freePort()));
  }

  private static String uuid(RandomGenerator random) {
    long high = (random.nextLong() & ~0xF000L) | 0x4000L;
    long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low).toString();
  }

  private static String id(RandomGenerator random) {
    var bytes = new byte[16];
    random.nextBytes(bytes);
    return base62(bytes, ID_LENGTH);
  }

  private static String ksuid(Context context) {
    var bytes = new byte[KSUID_BYTES];
    context.random().nextBytes(bytes);
    ByteBuffer.wrap(bytes).putInt((int) (context.services().now().getEpochSecond() - KSUID_EPOCH));
    return base62(bytes, KSUID_LENGTH);
  }

  private static String base62(byte[] bytes, int length) {
    var digits = new char[length];
    var rest = new BigInteger(1, bytes);
    var base = BigInteger.valueOf(BASE_62.length());
    for (int i = length - 1; i >= 0; i--) {
      var parts = rest.divideAndRemainder(base);
      digits[i] = BASE_62.charAt(parts[1].intValue());
      rest = parts[0];
    }
    return new String(digits);
  }

  private static String nanoId(Arguments arguments, Context context) {
    long length = arguments.whole("length", NANO_LENGTH);
    var alphabet = arguments.text("alphabet", NANO_ALPHABET);
    if (length < 1 || length > NANO_LENGTH_MAX || alphabet.isEmpty()) {
      throw new ExpressionException(
          "nanoId() needs a length from 1 to " + NANO_LENGTH_MAX + " and an alphabet", 0);
    }
    var id = new StringBuilder((int) length);
    for (int i = 0; i < length; i++) {
      id.append(alphabet.charAt(context.random().nextInt(alphabet.length())));
    }
    return id.toString();
  }

  private static Object randomInt(Arguments arguments, Context context) {
    long lower = arguments.whole("lower");
    long upper = arguments.whole("upper");
    if (upper < lower) {
      throw new ExpressionException(
          "randomInt() needs a lower bound below the upper, not " + lower + " and " + upper, 0);
    }
    return lower == upper ? lower : context.random().nextLong(lower, upper);
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
