package io.orrery.plugin.core.http;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Property;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a request is made. Older flat names stand beside the newer groups; a group wins.
public record HttpOptions(
    @Doc("How long to wait for what.") @Nullable Timeout timeout,
    @Doc("A proxy on the way.") @Nullable Proxy proxy,
    @Doc("Who we are.") @Nullable Auth auth,
    @Doc("How far servers are trusted.") @Nullable Ssl ssl,
    @Doc(value = "Whether redirects are followed.", defaultText = "true")
        Property<Boolean> followRedirects,
    @Doc(value = "Whether a status of 400 or more is no failure.", defaultText = "false")
        Property<Boolean> allowFailed,
    @Doc(value = "The charset of texts that name none.", defaultText = "UTF-8")
        Property<String> defaultCharset,
    @Doc("What of request and response is logged.") Property<List<HttpLog.Part>> logs,
    @Doc("Older form of timeout.connectTimeout.") Property<Duration> connectTimeout,
    @Doc("Older form of timeout.readIdleTimeout.") Property<Duration> readTimeout,
    @Doc("Older form of timeout.readIdleTimeout.") Property<Duration> readIdleTimeout,
    @Doc("Has no effect.") Property<Duration> connectionPoolIdleTimeout,
    @Doc("Has no effect.") Property<Integer> maxContentLength,
    @Doc("Older form of auth.username.") Property<String> basicAuthUser,
    @Doc("Older form of auth.password.") Property<String> basicAuthPassword,
    @Doc("Older form of proxy.type.") Property<String> proxyType,
    @Doc("Older form of proxy.address.") Property<String> proxyAddress,
    @Doc("Older form of proxy.port.") Property<Integer> proxyPort,
    @Doc("Older form of proxy.username.") Property<String> proxyUsername,
    @Doc("Older form of proxy.password.") Property<String> proxyPassword) {

  public record Timeout(
      @Doc("Until the connection is there.") Property<Duration> connectTimeout,
      @Doc(value = "Until the response begins.", defaultText = "PT5M")
          Property<Duration> readIdleTimeout) {}

  public record Proxy(
      @Doc(value = "DIRECT or HTTP.", defaultText = "DIRECT") Property<String> type,
      @Doc("Its host.") Property<String> address,
      @Doc("Its port.") Property<Integer> port,
      @Doc("Who we are to it.") Property<String> username,
      @Doc("How it believes us.") Property<String> password) {}

  public record Auth(
      @Doc("BASIC or BEARER.") Property<String> type,
      @Doc("Of BASIC.") Property<String> username,
      @Doc("Of BASIC.") Property<String> password,
      @Doc("Of BEARER.") Property<String> token) {}

  public record Ssl(
      @Doc(value = "Whether any certificate is good enough.", defaultText = "false")
          Property<Boolean> insecureTrustAllCertificates) {}
}
