package io.orrery.conformance.subject;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// With what environment and settings an instance is opened. Equal configurations may share one.
///
/// @param environment variables as the process would see them
/// @param settings by dotted key, as Kestra names them; a null value unsets the default
public record SubjectConfig(Map<String, String> environment, Map<String, Object> settings) {

  private static final Pattern IN_BASE64 = Pattern.compile("(?s)(.+) in base64");
  private static final Pattern BASE64_OF_REPEATED =
      Pattern.compile("base64 of (\\S+) repeated (\\d{1,4}) times, wrapped over several lines");

  public SubjectConfig {
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
  }

  /// What every case may count on.
  public static SubjectConfig standard() {
    var environment = new LinkedHashMap<String, String>();
    environment.put("KESTRA_TEST1", "true");
    environment.put("KESTRA_TEST2", "Pass by env");
    environment.put("SECRET_MY_SECRET", base64("{\"secretKey\":\"secretValue\"}"));
    environment.put("SECRET_WEBHOOK_KEY", base64("secretKey"));
    environment.put("SECRET_PASSWORD", base64("password"));
    environment.put("SECRET_NON_B64_SECRET", "some secret value");
    environment.put("SECRET_NEW_LINE", wrappedBase64("passwordveryveryveyrlong".repeat(5)));
    var globals = new LinkedHashMap<String, Object>();
    globals.put("string", "string");
    globals.put("int", 1);
    globals.put("bool", true);
    globals.put("nested", Map.of("int", 2));
    var settings = new LinkedHashMap<String, Object>();
    settings.put("kestra.encryption.secret-key", base64("0123456789abcdef0123456789abcdef"));
    settings.put("kestra.url", "https://mysuperhost.com/subpath");
    settings.put("kestra.variables.globals", globals);
    return new SubjectConfig(environment, settings);
  }

  /// This with what a case sets beside it. A variable's value may be described in words (`… in
  /// base64`), as the corpus does with secrets.
  public SubjectConfig with(Map<String, Object> env, Map<String, Object> config) {
    var variables = new TreeMap<>(environment);
    env.forEach((name, value) -> variables.put(name, spelled(String.valueOf(value))));
    var all = new TreeMap<>(settings);
    all.putAll(config);
    return new SubjectConfig(variables, all);
  }

  public SubjectConfig withUrl(String url) {
    return with(Map.of(), Map.of("kestra.url", url));
  }

  private static String spelled(String value) {
    var encoded = IN_BASE64.matcher(value);
    if (encoded.matches()) {
      return base64(encoded.group(1));
    }
    var repeated = BASE64_OF_REPEATED.matcher(value);
    if (repeated.matches()) {
      return wrappedBase64(repeated.group(1).repeat(Integer.parseInt(repeated.group(2))));
    }
    return value;
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String wrappedBase64(String text) {
    return Base64.getMimeEncoder(60, new byte[] {'\n'})
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
