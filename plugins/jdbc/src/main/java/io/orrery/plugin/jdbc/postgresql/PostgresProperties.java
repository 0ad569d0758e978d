package io.orrery.plugin.jdbc.postgresql;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.jdbc.ConnectionProperties;
import io.orrery.plugin.jdbc.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;
import java.util.Locale;
import java.util.Properties;

/// Which PostgreSQL database, and how the way to it is secured.
record PostgresProperties(
    @Inline ConnectionProperties connection,
    @Doc(value = "Whether the connection is encrypted.", defaultText = "false")
        Property<Boolean> ssl,
    @Doc("How far the server is checked.") Property<SslMode> sslMode,
    @Doc("The certificate that vouches for the server, in PEM.") Property<String> sslRootCert,
    @Doc("Our certificate, in PEM.") Property<String> sslCert,
    @Doc("The key of our certificate, in PEM (PKCS #8).") Property<String> sslKey,
    @Doc("The password of the key.") Property<String> sslKeyPassword) {

  enum SslMode {
    DISABLE,
    ALLOW,
    PREFER,
    REQUIRE,
    VERIFY_CA,
    VERIFY_FULL
  }

  Source source(RunContext context) throws IOException {
    var url = context.require(connection.url(), "url");
    var source = Source.of(connection, url, new PostgresDialect(), context);
    var properties = source.properties();
    if (context.render(ssl).orElse(false)) {
      properties.setProperty("ssl", "true");
    }
    context
        .render(sslMode)
        .ifPresent(
            mode ->
                properties.setProperty(
                    "sslmode", mode.name().toLowerCase(Locale.ROOT).replace('_', '-')));
    file("sslrootcert", sslRootCert, ".crt", properties, context);
    file("sslcert", sslCert, ".crt", properties, context);
    key(properties, context);
    return source;
  }

  private static void file(
      String name,
      Property<String> pem,
      String extension,
      Properties properties,
      RunContext context)
      throws IOException {
    var text = context.render(pem);
    if (text.isPresent()) {
      var file = context.workingFolder().createFile(extension);
      Files.writeString(file, text.get());
      properties.setProperty(name, file.toString());
    }
  }

  /// The driver reads a key in DER.
  private void key(Properties properties, RunContext context) throws IOException {
    var text = context.render(sslKey);
    if (text.isPresent()) {
      context.sensitive(text.get());
      var file = context.workingFolder().createFile(".pk8");
      var body = text.get().replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
      Files.write(file, Base64.getDecoder().decode(body.getBytes(StandardCharsets.US_ASCII)));
      properties.setProperty("sslkey", file.toString());
    }
    context
        .render(sslKeyPassword)
        .ifPresent(
            password -> {
              context.sensitive(password);
              properties.setProperty("sslpassword", password);
            });
  }
}
