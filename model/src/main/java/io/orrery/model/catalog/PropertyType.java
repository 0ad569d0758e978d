package io.orrery.model.catalog;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One property of a type.
///
/// @param dynamic whether templates are rendered in it
/// @param title one sentence; may be empty
/// @param defaultText how the default reads in the documentation; empty when there is none
/// @param values the allowed names when `shape` is ENUM
/// @param fields the inner properties when `shape` is OBJECT; empty: any
public record PropertyType(
    Shape shape,
    boolean required,
    boolean dynamic,
    String title,
    String defaultText,
    List<String> values,
    Map<String, PropertyType> fields) {

  public PropertyType {
    values = List.copyOf(values);
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
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
