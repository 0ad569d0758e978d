package io.orrery.model.flow;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One value that an execution takes.
///
/// @param id may hold dots: `a.b` is reachable as `inputs.a.b`; a child of a FORM has the form's id
///   before its own
/// @param required true unless the text says otherwise
/// @param defaults the value when none is given; text may hold templates; null when there is none
/// @param values for SELECT, ENUM and MULTISELECT
/// @param labels what people see in place of a value, by value; values without one are absent
/// @param expression template of the list of values; instead of `values`
/// @param radio a form shows the values as radio buttons
/// @param itemType for ARRAY and MULTISELECT
/// @param limits further checks by their YAML name: `validator`, `min`, `max`, `after`, `before`,
///   `extension`, `allowedFileExtensions`, `jsonSchema`
/// @param dependsOn ids of the inputs that `condition`, `expression` and `defaults` read, and of
///   the FORM around it
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
    Map<String, String> labels,
    Optional<String> expression,
    boolean allowCustomValue,
    boolean autoSelectFirst,
    boolean radio,
    Optional<InputType> itemType,
    Map<String, Object> limits,
    List<String> dependsOn,
    Optional<String> condition) {

  public Input {
    values = List.copyOf(values);
    labels = Copies.map(labels);
    limits = Copies.map(limits);
    dependsOn = List.copyOf(dependsOn);
  }

  /// The same declaration with other values to choose from.
  public Input withValues(List<String> chosen, Map<String, String> labels) {
    return new Input(
        id,
        type,
        description,
        displayName,
        required,
        defaults,
        prefill,
        chosen,
        labels,
        expression,
        allowCustomValue,
        autoSelectFirst,
        radio,
        itemType,
        limits,
        dependsOn,
        condition);
  }
}
