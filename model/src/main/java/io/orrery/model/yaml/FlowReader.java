package io.orrery.model.yaml;

import io.orrery.model.catalog.TypeCatalog;
import io.orrery.model.flow.BusinessCalendar;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Task;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.problem.Code;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Position;
import io.orrery.model.yaml.YamlNode.Mapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// Reads the YAML of flows, Kestra's 1.x and 2.0 forms alike, and tells all mistakes at once, each
/// with its place and how to mend it.
///
/// No text makes it throw, overflow or take long: see the limits of [YamlTree]. Immutable; share
/// it.
public final class FlowReader {

  static final int DOCUMENTS_MAX = 1000;

  private final TypeCatalog catalog;
  private final Checks checks;
  private final OuterDefaults outerDefaults;

  public FlowReader(TypeCatalog catalog, Checks checks) {
    this(catalog, checks, OuterDefaults.NONE);
  }

  /// @param outerDefaults under those of each flow; asked at every reading, for they may change
  public FlowReader(TypeCatalog catalog, Checks checks, OuterDefaults outerDefaults) {
    this.catalog = catalog;
    this.checks = checks;
    this.outerDefaults = outerDefaults;
  }

  /// One flow of a text of several.
  ///
  /// @param source its own text
  /// @param line where it starts in the whole text, from 1; positions count in the whole text
  public record Document(String source, int line, Parsed<Flow> flow) {}

  /// Reads one flow, as on save.
  public Parsed<Flow> read(String source) {
    return read(source, Strictness.STRICT);
  }

  public Parsed<Flow> read(String source, Strictness strictness) {
    return parsed(source, strictness, this::flow);
  }

  /// Reads each document of a text that may hold several, set apart by lines that start with `---`.
  /// Empty documents are left out. One that cannot be read does not hinder the others.
  public List<Document> readAll(String text, Strictness strictness) {
    return Documents.split(text, DOCUMENTS_MAX).stream()
        .map(
            part ->
                new Document(
                    part.source(), part.line(), parsed(List.of(part), strictness, this::flow)))
        .toList();
  }

  /// Reads a task that stands alone, as YAML or JSON.
  public Parsed<Task> readTask(String source, Strictness strictness) {
    return parsed(
        source,
        strictness,
        (reading, root) ->
            new TaskReader(reading, new DefinedIds("task")).read(defaulted(reading, root), ""));
  }

  /// Reads a trigger that stands alone, as YAML or JSON.
  public Parsed<TriggerDef> readTrigger(String source, Strictness strictness) {
    return parsed(
        source,
        strictness,
        (reading, root) -> new TriggerReader(reading).read(defaulted(reading, root), ""));
  }

  /// Reads a calendar that is a file of a namespace.
  Parsed<BusinessCalendar> readCalendar(String source) {
    return parsed(source, Strictness.STRICT, CalendarReader::file);
  }

  private YamlNode defaulted(Reading reading, YamlNode root) {
    return new Defaults(reading, List.of(), outerDefaults.of("")).applied(root);
  }

  private Optional<Flow> flow(Reading reading, YamlNode root) {
    if (root instanceof Mapping mapping) {
      return Optional.of(new FlowBody(reading, mapping, outerDefaults).read());
    }
    reading.error(
        Code.WRONG_TYPE,
        "",
        root.at(),
        "A flow must be a map, but this is " + root.kind() + ".",
        "Start with 'id:'.");
    return Optional.empty();
  }

  private <T> Parsed<T> parsed(
      String source, Strictness strictness, BiFunction<Reading, YamlNode, Optional<T>> read) {
    return parsed(Documents.split(source, 2), strictness, read);
  }

  private <T> Parsed<T> parsed(
      List<Documents.Part> parts,
      Strictness strictness,
      BiFunction<Reading, YamlNode, Optional<T>> read) {
    var reading = new Reading(strictness, catalog, checks);
    if (parts.isEmpty()) {
      reading.error(
          Code.YAML_SYNTAX, "", new Position(1, 1), "The text is empty.", "Start with 'id:'.");
      return new Parsed.Bad<>(reading.problems());
    }
    if (parts.size() > 1) {
      var second = new Position(parts.get(1).line(), 1);
      reading.error(
          Code.YAML_SYNTAX,
          "",
          second,
          "A second document starts here, one is read.",
          "Split the text.");
      return new Parsed.Bad<>(reading.problems());
    }
    var tree = YamlTree.read(parts.getFirst().source(), parts.getFirst().line() - 1);
    tree.problems().forEach(reading::add);
    var value = tree.root().flatMap(root -> read.apply(reading, root));
    if (value.isEmpty() && !reading.refused()) {
      reading.error(
          Code.YAML_SYNTAX,
          "",
          new Position(parts.getFirst().line(), 1),
          "The document is empty.",
          "");
    }
    return value.isPresent() && !reading.refused()
        ? new Parsed.Ok<>(value.get(), new ArrayList<>(reading.problems()))
        : new Parsed.Bad<>(reading.problems());
  }
}
