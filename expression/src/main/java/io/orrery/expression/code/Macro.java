package io.orrery.expression.code;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A macro: a part of the template with parameters. Sees its arguments and nothing else.
final class Macro {

  private final List<String> parameters;
  private final @Nullable Code[] defaults;
  private @Nullable Piece body;

  /// @param defaults by parameter; null where there is none
  Macro(List<String> parameters, @Nullable Code[] defaults) {
    this.parameters = List.copyOf(parameters);
    this.defaults = defaults;
  }

  List<String> parameters() {
    return parameters;
  }

  /// Set once, when it is lowered: a macro may call itself.
  void body(Piece piece) {
    body = piece;
  }

  String call(ArgumentCodes codes, Evaluation evaluation) {
    var values = codes.values(evaluation);
    var scope = evaluation.scope().closed();
    var output = new Output.Text(evaluation.budget(), evaluation.zone());
    evaluation.budget().enter();
    try {
      evaluation.within(
          scope,
          () -> {
            for (int i = 0; i < defaults.length; i++) {
              var code = defaults[i];
              var value = code == null ? null : code.value(evaluation);
              scope.put(parameters.get(i), codes.given(i) ? values[i] : value);
            }
            if (body != null) {
              body.render(evaluation, output);
            }
          });
    } finally {
      evaluation.budget().leave();
    }
    return output.toString();
  }
}
