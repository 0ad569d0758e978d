package io.orrery.plugin.core.http;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.core.http.Request",
    aliases = "io.kestra.plugin.fs.http.Request",
    title = "Sends an HTTP request and hands its response on.",
    description = "A body of more than 8 MiB is for Download.",
    examples =
        @Example(
            """
            id: call
            type: io.kestra.plugin.core.http.Request
            uri: https://example.com/api/orders
            method: POST
            headers:
              Accept: application/json
            contentType: application/json
            body: |
              {"flow": "{{ flow.id }}"}
            """))
public record Request(
    @Inline HttpProperties request,
    @Doc(value = "Whether a status of 400 or more is no failure.", defaultText = "false")
        Property<Boolean> allowFailed,
    @Doc(value = "Whether the body is handed on encrypted.", defaultText = "false")
        Property<Boolean> encryptBody)
    implements RunnableTask<Request.Output> {

  /// @param body null when it was asked to be encrypted
  /// @param encryptedBody null otherwise; kept sealed, and opened for the task that reads it
  /// @param formData what was sent as the form
  public record Output(
      @Doc("The address that was called.") URI uri,
      @Doc("The status of the response.") int code,
      @Doc("The headers of the response; each has a list of values.")
          Map<String, List<String>> headers,
      @Doc("The body of the response; none when it was to be encrypted.") @Nullable String body,
      @Doc("The body, kept sealed: what reads it gets it in plain.") @Nullable String encryptedBody,
      @Doc("What was sent as the form.") Map<String, Object> formData) {}

  @Override
  public Output run(RunContext context) throws IOException, InterruptedException {
    try (var call = HttpCall.send(request, context.render(allowFailed).orElse(false), context)) {
      var text = call.text();
      boolean encrypt = context.render(encryptBody).orElse(false);
      if (encrypt) {
        context.sensitive(text);
      }
      call.logBody(text);
      return output(call, text, encrypt, request, context);
    }
  }

  static Output output(
      HttpCall call, String text, boolean encrypt, HttpProperties request, RunContext context) {
    return new Output(
        call.uri(),
        call.status(),
        call.headerMap(),
        encrypt ? null : text,
        encrypt ? text : null,
        context.render(request.formData()).orElse(Map.of()));
  }
}
