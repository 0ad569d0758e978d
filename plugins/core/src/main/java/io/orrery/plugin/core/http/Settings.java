package io.orrery.plugin.core.http;

import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The options of a request, rendered. Credentials are masked from here on.
///
/// @param authorization the value of the header
record Settings(
    Optional<Duration> connectTimeout,
    Duration responseTimeout,
    Optional<InetSocketAddress> proxy,
    Optional<String> proxyAuthorization,
    Optional<String> authorization,
    boolean trustAll,
    boolean followRedirects,
    boolean allowFailed,
    Charset charset,
    HttpLog log) {

  private static final Duration RESPONSE_TIMEOUT = Duration.ofMinutes(5);

  static Settings read(HttpProperties properties, RunContext context) {
    var options = properties.options();
    var ssl = options != null && options.ssl() != null ? options.ssl() : properties.sslOptions();
    boolean trustAll =
        ssl != null && context.render(ssl.insecureTrustAllCertificates()).orElse(false);
    if (options == null) {
      return new Settings(
          Optional.empty(),
          RESPONSE_TIMEOUT,
          Optional.empty(),
          Optional.empty(),
          authorization(properties.auth(), null, context),
          trustAll,
          true,
          false,
          StandardCharsets.UTF_8,
          new HttpLog(Set.of(), context));
    }
    var auth = options.auth() != null ? options.auth() : properties.auth();
    return new Settings(
        connectTimeout(options, context),
        responseTimeout(options, context),
        proxy(options, context),
        proxyAuthorization(options, context),
        authorization(auth, options, context),
        trustAll,
        context.render(options.followRedirects()).orElse(true),
        context.render(options.allowFailed()).orElse(false),
        context
            .render(options.defaultCharset())
            .map(Charset::forName)
            .orElse(StandardCharsets.UTF_8),
        new HttpLog(Set.copyOf(context.render(options.logs()).orElse(List.of())), context));
  }

  private static Optional<Duration> connectTimeout(HttpOptions options, RunContext context) {
    var group = options.timeout();
    return first(context, group == null ? null : group.connectTimeout(), options.connectTimeout());
  }

  private static Duration responseTimeout(HttpOptions options, RunContext context) {
    var group = options.timeout();
    return first(context, group == null ? null : group.readIdleTimeout(), options.readIdleTimeout())
        .or(() -> context.render(options.readTimeout()))
        .orElse(RESPONSE_TIMEOUT);
  }

  private static Optional<InetSocketAddress> proxy(HttpOptions options, RunContext context) {
    var group = options.proxy();
    var type =
        first(context, group == null ? null : group.type(), options.proxyType()).orElse("HTTP");
    var host = first(context, group == null ? null : group.address(), options.proxyAddress());
    if (host.isEmpty() || type.equalsIgnoreCase("DIRECT")) {
      return Optional.empty();
    }
    if (!type.equalsIgnoreCase("HTTP")) {
      throw new TaskFailure("a proxy of type " + type + " is not supported, only HTTP");
    }
    int port =
        first(context, group == null ? null : group.port(), options.proxyPort())
            .orElseThrow(() -> new TaskFailure("a proxy needs a port"));
    return Optional.of(new InetSocketAddress(host.get(), port));
  }

  private static Optional<String> proxyAuthorization(HttpOptions options, RunContext context) {
    var group = options.proxy();
    var user = first(context, group == null ? null : group.username(), options.proxyUsername());
    var password = first(context, group == null ? null : group.password(), options.proxyPassword());
    return user.map(name -> basic(name, password.orElse(""), context));
  }

  private static Optional<String> authorization(
      HttpOptions.@Nullable Auth auth, @Nullable HttpOptions options, RunContext context) {
    if (auth != null) {
      return switch (context.render(auth.type()).orElse("BASIC").toUpperCase(Locale.ROOT)) {
        case "BASIC" ->
            context
                .render(auth.username())
                .map(user -> basic(user, context.render(auth.password()).orElse(""), context));
        case "BEARER" -> context.render(auth.token()).map(token -> bearer(token, context));
        default ->
            throw new TaskFailure("auth knows the types BASIC and BEARER, not " + auth.type());
      };
    }
    return options == null
        ? Optional.empty()
        : context
            .render(options.basicAuthUser())
            .map(
                user ->
                    basic(user, context.render(options.basicAuthPassword()).orElse(""), context));
  }

  private static String basic(String user, String password, RunContext context) {
    context.sensitive(password);
    var pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    var encoded = Base64.getEncoder().encodeToString(pair);
    context.sensitive(encoded);
    return "Basic " + encoded;
  }

  private static String bearer(String token, RunContext context) {
    context.sensitive(token);
    return "Bearer " + token;
  }

  private static <T> Optional<T> first(
      RunContext context, @Nullable Property<T> grouped, Property<T> flat) {
    var chosen = grouped == null ? Optional.<T>empty() : context.render(grouped);
    return chosen.or(() -> context.render(flat));
  }
}
