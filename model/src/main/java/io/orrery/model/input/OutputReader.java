package io.orrery.model.input;

import io.orrery.model.flow.FlowOutput;
import io.orrery.model.flow.InputType;
import io.orrery.model.input.Conversion.Refused;
import io.orrery.model.input.Conversion.Typed;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Types the rendered value of a flow's output, by the rules of inputs.
public final class OutputReader {
  private final Sealer sealer;

  public OutputReader(Sealer sealer) {
    this.sealer = sealer;
  }

  /// What an output came to.
  public sealed interface Outcome {}

  /// @param value as JSON has it, times as ISO text, secrets sealed; null only when the output is
  ///   not required
  public record Read(@Nullable Object value) implements Outcome {}

  /// @param why one sentence; the execution fails with it
  public record Refusal(String why) implements Outcome {}

  /// @param rendered the value after its templates were rendered
  public Outcome read(FlowOutput output, @Nullable Object rendered) {
    if (rendered == null) {
      return output.required()
          ? new Refusal(
              "Invalid output for `"
                  + output.id()
                  + "`, missing required output, but received `null`")
          : new Read(null);
    }
    return switch (TypedValues.read(output.type(), Optional.empty(), rendered)) {
      case Refused(var why) -> {
        var shown = output.type() == InputType.SECRET ? "******" : TypedValues.text(rendered);
        yield new Refusal(
            "Invalid output for `%s`, %s, but received `%s`".formatted(output.id(), why, shown));
      }
      case Typed(var value) ->
          output.type() == InputType.SECRET
              ? sealed(output, value.toString())
              : new Read(Plain.of(value));
    };
  }

  private Outcome sealed(FlowOutput output, String secret) {
    try {
      return new Read(sealer.seal(secret));
    } catch (RuntimeException noKey) {
      return new Refusal(
          "Invalid output for `%s`, a SECRET cannot be stored: %s"
              .formatted(output.id(), noKey.getMessage()));
    }
  }
}
