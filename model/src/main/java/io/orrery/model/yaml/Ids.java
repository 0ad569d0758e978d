package io.orrery.model.yaml;

import io.orrery.model.problem.Code;
import java.util.regex.Pattern;

/// What ids and namespaces may look like.
final class Ids {
  private Ids() {}

  enum Form {
    FLOW(
        "[a-zA-Z0-9][a-zA-Z0-9._-]*",
        100,
        "letters, digits, '.', '_' and '-', a letter or digit first"),
    NAMESPACE(
        "[a-z0-9][a-z0-9._-]*",
        150,
        "lower case letters, digits, '.', '_' and '-', a letter or digit first"),
    TASK("[a-zA-Z0-9][a-zA-Z0-9_-]*", 256, "letters, digits, '_' and '-', a letter or digit first"),
    INPUT(
        "[a-zA-Z0-9][.a-zA-Z0-9_-]*",
        256,
        "letters, digits, '.', '_' and '-', a letter or digit first");

    private final Pattern pattern;
    private final int lengthMax;
    private final String words;

    Form(String pattern, int lengthMax, String words) {
      this.pattern = Pattern.compile(pattern);
      this.lengthMax = lengthMax;
      this.words = words;
    }
  }

  /// The required id of this name; reports what is wrong with it.
  static String read(Fields fields, String name, Form form) {
    var id = fields.requiredText(name);
    if (!fields.has(name)) return id;
    if (id.isEmpty()) {
      fields.error(Code.BAD_VALUE, name, name + ": must not be empty.", "");
      return id;
    }
    if (id.length() > form.lengthMax || !form.pattern.matcher(id).matches()) {
      fields.error(
          Code.BAD_VALUE,
          name,
          "%s: '%s' must match %s and have at most %d characters."
              .formatted(name, Values.abridged(id), form.pattern, form.lengthMax),
          "Use " + form.words + ".");
    }
    return id;
  }
}
