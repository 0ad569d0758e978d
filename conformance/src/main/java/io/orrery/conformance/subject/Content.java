package io.orrery.conformance.subject;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The bytes of a file or a message, as a value.
public final class Content {

  public static final Content EMPTY = new Content(new byte[0]);

  private final byte[] bytes;

  private Content(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Content of(byte[] bytes) {
    return new Content(bytes.clone());
  }

  public static Content of(String text) {
    return new Content(text.getBytes(StandardCharsets.UTF_8));
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  public boolean isEmpty() {
    return bytes.length == 0;
  }

  /// As UTF-8.
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Content content && Arrays.equals(bytes, content.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return text();
  }
}
