package io.orrery.store.sql.codec;

import io.orrery.store.vnode.LogChunk.Line;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The lines of a chunk as bytes: each the time since the line before (µs, signed), level, thread
/// (empty: as before) and message; numbers seven bits a byte, texts with their length in front.
public final class LogLines {

  private LogLines() {}

  public static byte[] bytes(List<Line> lines) {
    var out = new Writer();
    long before = 0;
    var thread = "";
    for (var line : lines) {
      long at = Micros.of(line.at());
      long delta = at - before;
      out.number((delta << 1) ^ (delta >> 63));
      before = at;
      boolean sameThread = line.thread().equals(thread);
      out.number((LevelCode.number(line.level()) << 1) | (sameThread ? 0 : 1));
      if (!sameThread) {
        thread = line.thread();
        out.text(thread);
      }
      out.text(line.message());
    }
    return Packed.pack(out.bytes, out.length);
  }

  public static List<Line> lines(byte[] packed) {
    var in = new Reader(Packed.unpack(packed));
    var lines = new ArrayList<Line>();
    long at = 0;
    var thread = "";
    while (in.hasMore()) {
      long delta = in.number();
      at += (delta >>> 1) ^ -(delta & 1);
      int mark = (int) in.number();
      if ((mark & 1) == 1) {
        thread = in.text();
      }
      lines.add(new Line(Micros.instant(at), LevelCode.level(mark >> 1), thread, in.text()));
    }
    return lines;
  }

  private static final class Writer {
    private byte[] bytes = new byte[256];
    private int length;

    void number(long number) {
      room(10);
      long rest = number;
      while ((rest & ~0x7FL) != 0) {
        bytes[length++] = (byte) ((rest & 0x7F) | 0x80);
        rest >>>= 7;
      }
      bytes[length++] = (byte) rest;
    }

    void text(String text) {
      var utf8 = text.getBytes(StandardCharsets.UTF_8);
      number(utf8.length);
      room(utf8.length);
      System.arraycopy(utf8, 0, bytes, length, utf8.length);
      length += utf8.length;
    }

    private void room(int more) {
      if (bytes.length - length < more) {
        bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
      }
    }
  }

  private static final class Reader {
    private final byte[] bytes;
    private int at;

    Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    boolean hasMore() {
      return at < bytes.length;
    }

    long number() {
      long number = 0;
      int shift = 0;
      while (true) {
        byte next = bytes[at++];
        number |= (long) (next & 0x7F) << shift;
        if (next >= 0) {
          return number;
        }
        shift += 7;
      }
    }

    String text() {
      int length = (int) number();
      var text = new String(bytes, at, length, StandardCharsets.UTF_8);
      at += length;
      return text;
    }
  }
}
