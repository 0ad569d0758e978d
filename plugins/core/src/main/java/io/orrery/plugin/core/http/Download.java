package io.orrery.plugin.core.http;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
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

@Plugin(
    type = "io.kestra.plugin.core.http.Download",
    aliases = "io.kestra.plugin.fs.http.Download",
    title = "Downloads a file into internal storage.",
    examples =
        @Example(
            """
            id: fetch
            type: io.kestra.plugin.core.http.Download
            uri: https://example.com/orders.csv
            """))
public record Download(
    @Inline HttpProperties request,
    @Doc(value = "Whether a status of 400 or more is no failure.", defaultText = "false")
        Property<Boolean> allowFailed,
    @Doc(value = "Whether an empty response is a failure.", defaultText = "true")
        Property<Boolean> failOnEmptyResponse,
    @Doc("What the file is called; else as the server says, or as its address ends.")
        Property<String> saveAs)
    implements RunnableTask<Download.Output> {

  public record Output(
      @Doc("The address of the stored file.") URI uri,
      @Doc("The status of the response.") int code,
      @Doc("The size of the file in bytes.") long length,
      @Doc("The headers of the response; each has a list of values.")
          Map<String, List<String>> headers) {}

  @Override
  public Output run(RunContext context) throws IOException, InterruptedException {
    try (var call = HttpCall.send(request, context.render(allowFailed).orElse(false), context)) {
      var name =
          context
              .render(saveAs)
              .map(FileNames::harmless)
              .filter(given -> !given.isEmpty())
              .orElseGet(
                  () -> FileNames.of(call.headers().firstValue("Content-Disposition"), call.uri()));
      var file = context.storage().put(name, call.body());
      long length = context.storage().size(file);
      if (length == 0 && context.render(failOnEmptyResponse).orElse(true)) {
        boolean _ = context.storage().delete(file);
        throw new TaskFailure("the response of " + HttpCall.shown(call.uri()) + " is empty");
      }
      return new Output(file, call.status(), length, call.headerMap());
    }
  }
}
