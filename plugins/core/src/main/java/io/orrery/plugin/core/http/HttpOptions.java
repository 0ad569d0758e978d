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
    @Doc(value = "Older form of timeout.connectTimeout.", deprecated = true)
        Property<Duration> connectTimeout,
    @Doc(value = "Older form of timeout.readIdleTimeout.", deprecated = true)
        Property<Duration> readTimeout,
    @Doc(value = "Older form of timeout.readIdleTimeout.", deprecated = true)
        Property<Duration> readIdleTimeout,
    @Doc(value = "Has no effect.", deprecated = true) Property<Duration> connectionPoolIdleTimeout,
    @Doc(value = "Has no effect.", deprecated = true) Property<Integer> maxContentLength,
    @Doc(value = "Older form of auth.username.", deprecated = true) Property<String> basicAuthUser,
    @Doc(value = "Older form of auth.password.", deprecated = true)
        Property<String> basicAuthPassword,
    @Doc(value = "Older form of proxy.type.", deprecated = true) Property<String> proxyType,
    @Doc(value = "Older form of proxy.address.", deprecated = true) Property<String> proxyAddress,
    @Doc(value = "Older form of proxy.port.", deprecated = true) Property<Integer> proxyPort,
    @Doc(value = "Older form of proxy.username.", deprecated = true) Property<String> proxyUsername,
    @Doc(value = "Older form of proxy.password.", deprecated = true)
        Property<String> proxyPassword) {

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
