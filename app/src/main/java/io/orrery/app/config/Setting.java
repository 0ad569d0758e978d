package io.orrery.app.config;

/// One thing that can be set.
///
/// @param key dotted and kebab-case, as in `orrery.yml`
/// @param standard the default, written as a user would write it; empty: not set
/// @param meaning one or two sentences of Markdown for the reference page
public record Setting<T>(String key, Kind<T> kind, String standard, String meaning) {

  /// `http.port` is `ORRERY_HTTP_PORT` in the environment.
  public String variable() {
    return "ORRERY_" + key.toUpperCase(java.util.Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /// The key of the file that holds the value, for secrets.
  public String fileKey() {
    return key + "-file";
  }

  public boolean secret() {
    return kind.equals(Kinds.SECRET);
  }
}
