package io.orrery.model.flow;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One value that an execution takes.
///
/// @param id may hold dots: `a.b` is reachable as `inputs.a.b`
/// @param required true unless the text says otherwise
/// @param defaults the value when none is given; text may hold templates; null when there is none
/// @param values for SELECT, ENUM and MULTISELECT
/// @param expression template of the list of values; instead of `values`
/// @param itemType for ARRAY and MULTISELECT
/// @param limits further checks by their YAML name: `validator`, `min`, `max`, `after`, `before`,
///   `extension`, `allowedFileExtensions`
/// @param dependsOn ids of the inputs that `condition`, `expression` and `defaults` read
/// @param condition template: the input is left out unless it renders to true
public record Input(
    String id,
    InputType type,
    Optional<String> description,
    Optional<String> displayName,
    boolean required,
    @Nullable Object defaults,
    @Nullable Object prefill,
    List<String> values,
    Optional<String> expression,
    boolean allowCustomValue,
    boolean autoSelectFirst,
    Optional<InputType> itemType,
    Map<String, Object> limits,
    List<String> dependsOn,
    Optional<String> condition) {

  public Input {
    values = List.copyOf(values);
    limits = Copies.map(limits);
    dependsOn = List.copyOf(dependsOn);
  }

  /// The same declaration with other values to choose from.
  public Input withValues(List<String> chosen) {
    return new Input(
        id,
        type,
        description,
        displayName,
        required,
        defaults,
        prefill,
        chosen,
        expression,
        allowCustomValue,
        autoSelectFirst,
        itemType,
        limits,
        dependsOn,
        condition);
  }
}
