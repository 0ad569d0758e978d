package io.orrery.plugin.core.http;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.core.http.Request",
    aliases = "io.kestra.plugin.fs.http.Request",
    title = "Sends an HTTP request and hands its response on.")
public record Request(
    @Inline HttpProperties request,
    @Doc(value = "Whether a status of 400 or more is no failure.", defaultText = "false")
        Property<Boolean> allowFailed,
    @Doc(value = "Whether the body is handed on encrypted.", defaultText = "false")
        Property<Boolean> encryptBody)
    implements RunnableTask<Request.Output> {

  /// A longer body is for Download.
  static final int BODY_BYTES_MAX = 8 * 1024 * 1024;

  /// @param body null when it was asked to be encrypted
  /// @param encryptedBody null otherwise; kept sealed, and opened for the task that reads it
  /// @param formData what was sent as the form
  public record Output(
      URI uri,
      int code,
      Map<String, List<String>> headers,
      @Nullable String body,
      @Nullable String encryptedBody,
      Map<String, Object> formData) {}

  @Override
  public Output run(RunContext context) throws IOException, InterruptedException {
    try (var call = HttpCall.send(request, context.render(allowFailed).orElse(false), context)) {
      var bytes = call.body().readNBytes(BODY_BYTES_MAX + 1);
      if (bytes.length > BODY_BYTES_MAX) {
        throw new TaskFailure(
            "the response is larger than "
                + BODY_BYTES_MAX
                + " bytes; use io.kestra.plugin.core.http.Download, which stores it as a file");
      }
      var body = new String(bytes, call.charset());
      boolean encrypt = context.render(encryptBody).orElse(false);
      if (encrypt) {
        context.sensitive(body);
      }
      return new Output(
          call.uri(),
          call.status(),
          call.headerMap(),
          encrypt ? null : body,
          encrypt ? body : null,
          context.render(request.formData()).orElse(Map.of()));
    }
  }
}
