package io.orrery.server.space;

import io.orrery.server.http.Fault;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.zip.ZipInputStream;

/// The entries of a zip, one after another, up to a sum of bytes: a small zip may hold very much.
///
/// Closing it does nothing, so that who reads one entry does not end the others.
final class Unpacking extends FilterInputStream {

  private long left;

  Unpacking(ZipInputStream zip, long bytesMax) {
    super(zip);
    left = bytesMax;
  }

  @Override
  public int read() throws IOException {
    int one = super.read();
    took(one < 0 ? 0 : 1);
    return one;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = super.read(into, offset, length);
    took(Math.max(0, count));
    return count;
  }

  private void took(int count) {
    left -= count;
    if (left < 0) {
      throw Fault.of(413, "Request Entity Too Large: what the zip holds is too much");
    }
  }

  @Override
  public void close() {}
}
