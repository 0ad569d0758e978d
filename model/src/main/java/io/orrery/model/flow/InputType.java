package io.orrery.model.flow;

/// The types of inputs and outputs. BOOLEAN and ENUM are old names that still parse. A FORM has no
/// value: it groups other inputs. No output is one.
public enum InputType {
  STRING,
  INT,
  FLOAT,
  BOOL,
  BOOLEAN,
  DATE,
  DATETIME,
  TIME,
  DURATION,
  JSON,
  YAML,
  URI,
  EMAIL,
  SELECT,
  ENUM,
  MULTISELECT,
  ARRAY,
  FILE,
  SECRET,
  FORM;

  /// Whether its value is picked from given ones.
  public boolean isChoice() {
    return switch (this) {
      case SELECT, ENUM, MULTISELECT -> true;
      case STRING,
          INT,
          FLOAT,
          BOOL,
          BOOLEAN,
          DATE,
          DATETIME,
          TIME,
          DURATION,
          JSON,
          YAML,
          URI,
          EMAIL,
          ARRAY,
          FILE,
          SECRET,
          FORM ->
          false;
    };
  }
}
