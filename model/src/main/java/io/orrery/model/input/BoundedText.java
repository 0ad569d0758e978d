package io.orrery.model.input;

/// Text that a regular expression may look at only so often: a pattern that backtracks without end
/// is stopped.
final class BoundedText implements CharSequence {
  private static final int LOOKS_MAX = 5_000_000;

  static final class TooLong extends RuntimeException {
    TooLong() {
      super("matching takes too long", null, false, false);
    }
  }

  private final String text;
  private final int start;
  private final int end;
  private int looks;

  BoundedText(String text) {
    this(text, 0, text.length());
  }

  private BoundedText(String text, int start, int end) {
    this.text = text;
    this.start = start;
    this.end = end;
  }

  @Override
  public char charAt(int index) {
    if (++looks > LOOKS_MAX) throw new TooLong();
    return text.charAt(start + index);
  }

  @Override
  public int length() {
    return end - start;
  }

  @Override
  public CharSequence subSequence(int from, int to) {
    return new BoundedText(text, start + from, start + to);
  }

  @Override
  public String toString() {
    return text.substring(start, end);
  }
}
