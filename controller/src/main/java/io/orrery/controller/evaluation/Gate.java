package io.orrery.controller.evaluation;

import io.orrery.model.kept.Keeper;

/// What an answer of an evaluation passes on its way to the records.
interface Gate<T> {

  /// @throws IllegalArgumentException when it is larger than the instance allows
  T of(T answer);

  String masked(String text);

  /// For answers that hold no value, but perhaps a message.
  static <T> Gate<T> ofVerdicts(Keeper keeper) {
    return new Gate<>() {
      @Override
      public T of(T answer) {
        return answer;
      }

      @Override
      public String masked(String text) {
        return keeper.masker().mask(text);
      }
    };
  }
}
