package io.orrery.plugin.kafka;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SslConfigs;

/// Which cluster, and who we are to it.
record KafkaProperties(
    @Doc(
            value =
                "Kafka's own properties of the client, `bootstrap.servers` at least. A key store or"
                    + " trust store is a path, or its content in base64.",
            required = true)
        Property<Map<String, String>> properties,
    @Doc(value = "Has no effect: nothing here asks a schema registry.", deprecated = true)
        Property<Map<String, Object>> serdeProperties) {

  private static final List<String> STORES =
      List.of(SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG, SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG);

  /// For a client. Whatever is a secret is masked from now on.
  Properties client(RunContext context) throws IOException {
    var client = new Properties();
    for (var entry : context.require(properties, "properties").entrySet()) {
      var name = entry.getKey();
      if (isSecret(name) && !entry.getValue().isBlank()) {
        context.sensitive(entry.getValue());
      }
      client.setProperty(
          name, STORES.contains(name) ? store(entry.getValue(), name, context) : entry.getValue());
    }
    if (!client.containsKey(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)) {
      throw new TaskFailure("'properties' has no 'bootstrap.servers'");
    }
    return client;
  }

  private static boolean isSecret(String name) {
    var lower = name.toLowerCase(Locale.ROOT);
    return lower.contains("password")
        || lower.contains("secret")
        || lower.contains("jaas")
        || lower.endsWith(".key");
  }

  private static String store(String value, String name, RunContext context) throws IOException {
    if (isFile(value)) {
      return value;
    }
    try {
      var file = context.workingFolder().createFile(".store");
      Files.write(file, Base64.getMimeDecoder().decode(value));
      return file.toString();
    } catch (IllegalArgumentException e) {
      throw new TaskFailure("'" + name + "' is neither a file that is there nor base64", e);
    }
  }

  private static boolean isFile(String value) {
    try {
      return Files.isRegularFile(Path.of(value));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
