package io.orrery.conformance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The command line.
///
/// @param area only entries of this area
/// @param id only the entry with this id, or those whose id begins with it and a dot
/// @param json where to write the report for programs
record Options(Path corpus, Optional<String> area, Optional<String> id, Optional<Path> json) {

  static final String USAGE =
      """
      usage: conformance/run DIR [--area AREA] [--id ID] [--json FILE]

      Runs cases.jsonl, expressions.jsonl, cron.jsonl and cron-vectors.jsonl of DIR against Orrery.
        --area AREA   only entries of this area
        --id ID       only the entry ID, or all whose id begins with ID and a dot
        --json FILE   write the results as JSON, too
      Exit code: 0 when all passed, 1 when something failed or is unsupported, 2 on wrong usage.
      """;

  /// What is wrong with a command line, in one sentence.
  static final class Wrong extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Wrong(String message) {
      super(message);
    }
  }

  /// @throws Wrong when it cannot be understood
  static Options of(List<String> arguments) {
    Optional<Path> corpus = Optional.empty();
    Optional<String> area = Optional.empty();
    Optional<String> id = Optional.empty();
    Optional<Path> json = Optional.empty();
    for (var i = 0; i < arguments.size(); i++) {
      var argument = arguments.get(i);
      switch (argument) {
        case "--area" -> area = Optional.of(value(arguments, ++i));
        case "--id" -> id = Optional.of(value(arguments, ++i));
        case "--json" -> json = Optional.of(Path.of(value(arguments, ++i)));
        default -> {
          if (argument.startsWith("-")) {
            throw new Wrong("unknown option " + argument);
          }
          if (corpus.isPresent()) {
            throw new Wrong("one directory only, not also " + argument);
          }
          corpus = Optional.of(Path.of(argument));
        }
      }
    }
    var directory = corpus.orElseThrow(() -> new Wrong("no directory given"));
    if (!Files.isDirectory(directory)) {
      throw new Wrong(directory + " is not a directory");
    }
    return new Options(directory, area, id, json);
  }

  private static String value(List<String> arguments, int index) {
    if (index >= arguments.size()) {
      throw new Wrong(arguments.get(index - 1) + " needs a value");
    }
    return arguments.get(index);
  }

  boolean wants(String entryId, String entryArea) {
    return area.map(entryArea::equals).orElse(true)
        && id.map(wanted -> entryId.equals(wanted) || entryId.startsWith(wanted + "."))
            .orElse(true);
  }
}
