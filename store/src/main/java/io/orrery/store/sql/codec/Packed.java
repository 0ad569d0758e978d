package io.orrery.store.sql.codec;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/// Bytes as a column has them: one mark, then the bytes themselves or, when they are many,
/// deflated.
public final class Packed {

  /// Fewer bytes are left as they are: deflating them gains little and costs time.
  public static final int DEFLATE_FROM_BYTES = 512;

  private static final byte PLAIN = 0;
  private static final byte DEFLATED = 1;

  private Packed() {}

  public static byte[] pack(byte[] bytes, int length) {
    return length < DEFLATE_FROM_BYTES ? plain(bytes, length) : deflated(bytes, length);
  }

  public static byte[] unpack(byte[] packed) {
    return switch (packed[0]) {
      case PLAIN -> Arrays.copyOfRange(packed, 1, packed.length);
      case DEFLATED -> inflated(packed);
      default -> throw new IllegalStateException("packed bytes with the mark " + packed[0]);
    };
  }

  private static byte[] plain(byte[] bytes, int length) {
    var packed = new byte[length + 1];
    packed[0] = PLAIN;
    System.arraycopy(bytes, 0, packed, 1, length);
    return packed;
  }

  /// The original length in four bytes, then the deflated bytes.
  private static byte[] deflated(byte[] bytes, int length) {
    try (var deflater = new Deflater(Deflater.BEST_SPEED, true)) {
      deflater.setInput(bytes, 0, length);
      deflater.finish();
      var packed = new byte[length + 1];
      packed[0] = DEFLATED;
      for (int i = 0; i < 4; i++) {
        packed[1 + i] = (byte) (length >>> (24 - 8 * i));
      }
      int written = deflater.deflate(packed, 5, packed.length - 5);
      return deflater.finished() ? Arrays.copyOf(packed, 5 + written) : plain(bytes, length);
    }
  }

  private static byte[] inflated(byte[] packed) {
    int length = 0;
    for (int i = 0; i < 4; i++) {
      length = (length << 8) | (packed[1 + i] & 0xFF);
    }
    try (var inflater = new Inflater(true)) {
      inflater.setInput(packed, 5, packed.length - 5);
      var bytes = new byte[length];
      if (length > 0 && inflater.inflate(bytes) != length) {
        throw new IllegalStateException("deflated bytes end early");
      }
      return bytes;
    } catch (DataFormatException e) {
      throw new IllegalStateException("deflated bytes are broken", e);
    }
  }
}
