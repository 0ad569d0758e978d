package io.orrery.app.command;

import io.orrery.model.flow.Flow;
import io.orrery.model.problem.Parsed;
import io.orrery.store.query.PageRequest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The flows of `examples/`, packed into the jar, that a new server begins with.
public final class Examples {
  private Examples() {}

  public static final List<String> NAMES =
      List.of(
          "hello",
          "dag",
          "errors",
          "etl",
          "for-each",
          "inputs",
          "kv",
          "log-levels",
          "on-dates",
          "parallel",
          "retries",
          "schedule",
          "subflow-child",
          "subflow-parent",
          "switch",
          "waiting");

  /// In the home folder once the examples were loaded: who deletes them is not given them again.
  static final String MARK = "examples.loaded";

  /// The YAML text of one of [#NAMES].
  public static String text(String name) {
    try (var stream = Examples.class.getResourceAsStream("/examples/" + name + ".yaml")) {
      if (stream == null) {
        throw new FileNotFoundException(name + ".yaml is not in the jar");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Saves them all when there is no flow yet and they were never loaded here.
  static void loadInto(Instance instance, Path home, Outside outside) {
    var mark = home.resolve(MARK);
    if (Files.exists(mark) || hasFlows(instance)) {
      return;
    }
    for (var name : NAMES) {
      var text = text(name);
      switch (outside.parts().read(text)) {
        case Parsed.Ok<Flow>(var flow, var _) ->
            OneRun.await(instance.orchestrator().saveFlow(flow, text));
        case Parsed.Bad<Flow>(var problems) ->
            outside.err().println("example left out: " + problems.getFirst().text(name + ".yaml"));
      }
    }
    try {
      Files.createDirectories(home);
      Files.writeString(mark, "The example flows were loaded once. Delete them as you like.\n");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + mark, e);
    }
  }

  private static boolean hasFlows(Instance instance) {
    var one = new PageRequest(1, 1, List.of());
    return instance.flows().search(Optional.empty(), Optional.empty(), one).total() > 0;
  }
}
