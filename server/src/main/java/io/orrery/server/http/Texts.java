package io.orrery.server.http;

/// What a stranger sent, made fit for a message or a header.
final class Texts {
  private static final int SHOWN_CHARS_MAX = 120;

  private Texts() {}

  static String shortened(String text) {
    var shown = text.length() <= SHOWN_CHARS_MAX ? text : text.substring(0, SHOWN_CHARS_MAX) + "…";
    return shown.replaceAll("\\p{Cntrl}", "?");
  }
}
