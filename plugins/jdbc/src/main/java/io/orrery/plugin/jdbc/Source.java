package io.orrery.plugin.jdbc;

import io.orrery.plugin.api.RunContext;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.regex.Pattern;

/// A database to connect to.
///
/// @param properties for the driver
public record Source(String url, Properties properties, Dialect dialect) {

  private static final Pattern PASSWORD_IN_URL =
      Pattern.compile("(?i)[?&;](?:password|sslpassword|pwd)=([^&;]*)");

  /// Whatever is a password is masked from now on, in messages of the driver as well.
  public static Source of(
      ConnectionProperties connection, String url, Dialect dialect, RunContext context) {
    var properties = new Properties();
    context.render(connection.username()).ifPresent(name -> properties.setProperty("user", name));
    context
        .render(connection.password())
        .ifPresent(
            password -> {
              hide(password, context);
              properties.setProperty("password", password);
            });
    var inUrl = PASSWORD_IN_URL.matcher(url);
    while (inUrl.find()) {
      hide(inUrl.group(1), context);
      hide(URLDecoder.decode(inUrl.group(1), StandardCharsets.UTF_8), context);
    }
    return new Source(url, properties, dialect);
  }

  private static void hide(String password, RunContext context) {
    if (!password.isBlank()) {
      context.sensitive(password);
    }
  }
}
