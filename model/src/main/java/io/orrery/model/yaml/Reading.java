package io.orrery.model.yaml;

import io.orrery.model.catalog.TypeCatalog;
import io.orrery.model.problem.Code;
import io.orrery.model.problem.Position;
import io.orrery.model.problem.Problem;
import io.orrery.model.problem.Problem.Severity;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Scalar;
import io.orrery.model.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// One reading of one document: how strict it is, whom it asks, and what it noticed so far.
class Reading {

  /// Of each kind, refusing or not: a text with more mistakes than this is another kind of text.
  static final int PROBLEMS_MAX = 200;

  private static final Comparator<Problem> IN_TEXT_ORDER =
      Comparator.comparingInt((Problem problem) -> problem.at().line())
          .thenComparingInt(problem -> problem.at().column());

  private final Strictness strictness;
  private final TypeCatalog catalog;
  private final Checks checks;
  private final References references = new References();
  private final List<Problem> problems = new ArrayList<>();
  private int errors;
  private int remarks;

  Reading(Strictness strictness, TypeCatalog catalog, Checks checks) {
    this.strictness = strictness;
    this.catalog = catalog;
    this.checks = checks;
  }

  TypeCatalog catalog() {
    return catalog;
  }

  Checks checks() {
    return checks;
  }

  References references() {
    return references;
  }

  void error(Code code, String path, Position at, String what, String mend) {
    add(Problem.error(code, path, at, what, mend));
  }

  void warn(Code code, String path, Position at, String what, String mend) {
    add(new Problem(code, Severity.WARNING, path, at, what, mend));
  }

  void deprecated(String path, Position at, String what, String mend) {
    add(new Problem(Code.DEPRECATED, Severity.DEPRECATION, path, at, what, mend));
  }

  /// An error when a person saves, a remark when a stored flow is read again.
  void refuse(Code code, String path, Position at, String what, String mend) {
    switch (strictness) {
      case STRICT -> error(code, path, at, what, mend);
      case LENIENT -> warn(code, path, at, what, mend);
    }
  }

  /// Remarks on a template that can never be rendered. A remark only: a task that never runs may
  /// hold one.
  void template(String text, String path, Position at) {
    if (!isTemplate(text)) return;
    var judged = checks.template(text);
    references.add(path, at, judged);
    judged
        .wrong()
        .ifPresent(
            wrong ->
                warn(
                    Code.BAD_EXPRESSION,
                    path,
                    at,
                    "The template cannot be rendered: " + wrong,
                    ""));
  }

  /// Remarks on every text in a tree.
  void templates(YamlNode node, String path) {
    switch (node) {
      case Scalar scalar -> template(scalar.text(), path, scalar.at());
      case Sequence sequence -> sequence.items().forEach(item -> templates(item, path));
      case Mapping mapping ->
          mapping
              .entries()
              .forEach((key, entry) -> templates(entry.value(), path + "." + Values.abridged(key)));
    }
  }

  static boolean isTemplate(String text) {
    return text.contains("{{") || text.contains("{%");
  }

  /// Told when all of a map was read.
  ///
  /// @param names what was asked for, there or not
  void closed(String path, Set<String> names) {}

  final void add(Problem problem) {
    if (problem.refuses() ? ++errors <= PROBLEMS_MAX : ++remarks <= PROBLEMS_MAX)
      problems.add(problem);
  }

  boolean refused() {
    return errors > 0;
  }

  /// Whether more problems would be kept: if not, nobody needs a suggestion.
  boolean listening() {
    return errors < PROBLEMS_MAX;
  }

  /// `Did you mean 'message'?`, or nothing.
  String suggestion(String written, Collection<String> known) {
    return listening() ? Suggestion.of(written, known) : "";
  }

  /// In the order of the text.
  List<Problem> problems() {
    return problems.stream().sorted(IN_TEXT_ORDER).toList();
  }
}
