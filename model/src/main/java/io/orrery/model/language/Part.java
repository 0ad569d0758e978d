package io.orrery.model.language;

import io.orrery.model.catalog.PropertyType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A part of the language that is no type of its own, as an input or a retry.
///
/// @param title one sentence
/// @param properties those that it has whatever its `type` says
/// @param variants by the value of its property `type`, all properties but `type` itself; empty
///   when it has no such property
public record Part(
    String name,
    String title,
    Map<String, PropertyType> properties,
    Map<String, Map<String, PropertyType>> variants) {

  public Part {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    variants = Collections.unmodifiableMap(new LinkedHashMap<>(variants));
  }
}
