package io.orrery.plugin.core.http;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Memory;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.PollingTrigger;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.Truth;
import java.io.IOException;
import java.util.List;
import java.util.Map;

@Plugin(
    type = "io.kestra.plugin.core.http.Trigger",
    aliases = "io.kestra.plugin.fs.http.Trigger",
    title = "Starts the flow when the response to an HTTP request is as it should be.",
    description =
        "Outputs are those of a Request: `trigger.body`, `trigger.code`, `trigger.headers`. It"
            + " fires each time that the condition holds, also when it held the time before.",
    examples =
        @Example(
            """
            id: in_stock
            type: io.kestra.plugin.core.http.Trigger
            uri: https://example.com/api/products/1
            responseCondition: "{{ json(response.body).stock > 0 }}"
            interval: PT5M
            """))
public record Trigger(
    @Inline HttpProperties request,
    @Doc(
            value =
                "Fires when this is true; it sees `response.statusCode`, `response.body` and"
                    + " `response.headers`.",
            defaultText = "{{ response.statusCode < 400 }}")
        Property<String> responseCondition,
    @Doc(value = "Whether the body is handed on encrypted.", defaultText = "false")
        Property<Boolean> encryptBody)
    implements PollingTrigger<Request.Output> {

  @Override
  public List<Found<Request.Output>> evaluate(RunContext context, Memory memory)
      throws IOException, InterruptedException {
    try (var call = HttpCall.send(request, true, context)) {
      var text = call.text();
      boolean encrypt = context.render(encryptBody).orElse(false);
      if (encrypt) {
        context.sensitive(text);
      }
      return holds(call, text, context)
          ? List.of(Found.of(Request.output(call, text, encrypt, request, context)))
          : List.of();
    }
  }

  private boolean holds(HttpCall call, String text, RunContext context) {
    var condition = responseCondition.raw().map(String::valueOf);
    if (condition.isEmpty()) {
      return call.status() < 400;
    }
    var response =
        Map.<String, Object>of(
            "statusCode", call.status(), "body", text, "headers", call.headerMap());
    return Truth.of(context.with(Map.of("response", response)).evaluate(condition.get()));
  }
}
