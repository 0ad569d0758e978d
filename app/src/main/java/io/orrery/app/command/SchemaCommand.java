package io.orrery.app.command;

import io.orrery.model.schema.FlowSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "schema",
    description = "Writes the JSON Schema of flows, for editors that complete and check YAML.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Draft 7. Put '# yaml-language-server: $schema=PATH' into the first line of a flow to use"
          + " it.",
      "",
      "Examples:",
      "  orrery schema -o flow-schema.json",
      "  orrery schema task | jq '.definitions | keys'"
    })
final class SchemaCommand implements Callable<Integer> {

  private final Outside outside;

  @Parameters(
      paramLabel = "WHAT",
      arity = "0..1",
      defaultValue = "flow",
      description = "${COMPLETION-CANDIDATES}; flow when it is left out.")
  private FlowSchema.Root root = FlowSchema.Root.FLOW;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write it to this file.")
  private @Nullable Path file;

  SchemaCommand(Outside outside) {
    this.outside = outside;
  }

  @Override
  public Integer call() throws IOException {
    var schema = Json.of(new FlowSchema(outside.parts().catalogue()).of(root));
    if (file == null) {
      outside.out().println(schema);
    } else {
      Files.writeString(outside.folder().resolve(file), schema + "\n");
    }
    return ExitCode.DONE;
  }
}
