package io.orrery.model.problem;

/// A place in a text. Lines and columns count from 1; [#NONE] when the place is unknown.
public record Position(int line, int column) {

  public static final Position NONE = new Position(0, 0);

  public boolean known() {
    return line > 0;
  }

  @Override
  public String toString() {
    return known() ? line + ":" + column : "?";
  }
}
