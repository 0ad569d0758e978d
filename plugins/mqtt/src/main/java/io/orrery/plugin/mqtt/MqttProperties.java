package io.orrery.plugin.mqtt;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// Which broker, and who we are to it.
record MqttProperties(
    @Doc(value = "The address: `tcp://host:1883`, or `ssl://host:8883` with TLS.", required = true)
        Property<String> server,
    @Doc(value = "The version of the protocol.", defaultText = "V5") Property<Version> version,
    @Doc(
            value =
                "Who we are: no other client of the broker may have this name. A session that stays"
                    + " goes by it.",
            required = true)
        Property<String> clientId,
    @Doc(value = "How long to wait for the connection.", defaultText = "PT30S")
        Property<Duration> connectionTimeout,
    @Doc(
            value = "Whether the certificate must be one for the host, with TLS.",
            defaultText = "true")
        Property<Boolean> httpsHostnameVerificationEnabled,
    @Doc(value = "Has no effect: extended authentication is not there.", deprecated = true)
        Property<String> authMethod,
    @Doc("The name that we log in with.") Property<String> username,
    @Doc("The password that we log in with.") Property<String> password,
    @Doc(
            "The certificates that vouch for the broker, in PEM: the text, a path, or the address"
                + " of a stored file.")
        Property<String> crt,
    @Doc(value = "What payloads are.", defaultText = "JSON") Property<SerdeType> serdeType,
    @Doc(
            value =
                "How surely messages are delivered: 0 at most once, 1 at least once, 2 exactly"
                    + " once.",
            defaultText = "1")
        Property<Integer> qos) {

  enum Version {
    V3,
    V5
  }

  /// Rendered.
  ///
  /// @param trust certificates in PEM; empty: those that the JVM trusts
  /// @param keep whether the session stays when we go
  record Login(
      Version version,
      String host,
      int port,
      boolean tls,
      boolean checkHost,
      Optional<String> trust,
      String clientId,
      Optional<String> username,
      Optional<String> password,
      Duration timeout,
      boolean keep) {}

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  Login login(boolean keep, RunContext context) throws IOException {
    var address = address(context.require(server, "server"));
    var scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    boolean tls =
        switch (scheme) {
          case "tcp", "mqtt" -> false;
          case "ssl", "tls", "mqtts" -> true;
          default ->
              throw new TaskFailure(
                  "'server' starts with tcp:// or ssl://, and not with " + scheme + "://");
        };
    int standard = tls ? 8883 : 1883;
    var secret = context.render(password);
    secret.filter(text -> !text.isBlank()).ifPresent(context::sensitive);
    return new Login(
        context.render(version).orElse(Version.V5),
        address.getHost(),
        address.getPort() < 0 ? standard : address.getPort(),
        tls,
        context.render(httpsHostnameVerificationEnabled).orElse(true),
        trust(context),
        context.require(clientId, "clientId"),
        context.render(username),
        secret,
        context.render(connectionTimeout).orElse(TIMEOUT),
        keep);
  }

  private static URI address(String server) {
    try {
      var address = URI.create(server.strip());
      if (address.getHost() != null) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      throw new TaskFailure("'server' is no address like tcp://host:1883: " + e.getMessage(), e);
    }
    throw new TaskFailure("'server' is no address like tcp://host:1883");
  }

  private Optional<String> trust(RunContext context) throws IOException {
    var given = context.render(crt);
    if (given.isEmpty() || given.get().contains("-----BEGIN")) {
      return given;
    }
    return Optional.of(Certificates.text(given.get().strip(), context));
  }

  SerdeType serde(RunContext context) {
    return context.render(serdeType).orElse(SerdeType.JSON);
  }

  int level(RunContext context) {
    int level = context.render(qos).orElse(1);
    if (level < 0 || level > 2) {
      throw new TaskFailure("'qos' is 0, 1 or 2, and not " + level);
    }
    return level;
  }
}
