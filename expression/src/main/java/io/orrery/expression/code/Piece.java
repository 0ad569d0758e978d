package io.orrery.expression.code;

/// A part of a template that writes something, ready to run.
interface Piece {
  void render(Evaluation evaluation, Output output);
}
