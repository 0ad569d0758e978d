package io.orrery.model.catalog;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One property of a type.
///
/// @param dynamic whether templates are rendered in it
/// @param title one sentence; may be empty
/// @param defaultText how the default reads in the documentation; empty when there is none
/// @param values the allowed names when `shape` is ENUM
/// @param fields the inner properties when `shape` is OBJECT; empty: any
/// @param element what a LIST holds, or the values of a MAP; absent: anything
/// @param part the part of the language that stands here, as `tasks` or `retry`; it says more than
///   `shape`
/// @param deprecated still read, and not to be written any more
public record PropertyType(
    Shape shape,
    boolean required,
    boolean dynamic,
    String title,
    String defaultText,
    List<String> values,
    Map<String, PropertyType> fields,
    Optional<PropertyType> element,
    Optional<String> part,
    boolean deprecated) {

  public PropertyType {
    values = List.copyOf(values);
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /// A property whose elements may be anything.
  public PropertyType(
      Shape shape,
      boolean required,
      boolean dynamic,
      String title,
      String defaultText,
      List<String> values,
      Map<String, PropertyType> fields) {
    this(
        shape,
        required,
        dynamic,
        title,
        defaultText,
        values,
        fields,
        Optional.empty(),
        Optional.empty(),
        false);
  }

  public enum Shape {
    ANY,
    STRING,
    INTEGER,
    NUMBER,
    BOOLEAN,
    DURATION,
    ENUM,
    LIST,
    MAP,
    OBJECT
  }
}
