package io.orrery.expression.parse;

import io.orrery.expression.ExpressionException;
import io.pebbletemplates.pebble.error.PebbleException;
import io.pebbletemplates.pebble.extension.core.CoreExtension;
import io.pebbletemplates.pebble.lexer.LexerImpl;
import io.pebbletemplates.pebble.lexer.Syntax;
import io.pebbletemplates.pebble.operator.Associativity;
import io.pebbletemplates.pebble.operator.BinaryOperator;
import io.pebbletemplates.pebble.operator.BinaryOperatorImpl;
import io.pebbletemplates.pebble.operator.BinaryOperatorType;
import io.pebbletemplates.pebble.operator.UnaryOperator;
import io.pebbletemplates.pebble.parser.ParserImpl;
import io.pebbletemplates.pebble.parser.ParserOptions;
import io.pebbletemplates.pebble.tokenParser.BlockTokenParser;
import io.pebbletemplates.pebble.tokenParser.FilterTokenParser;
import io.pebbletemplates.pebble.tokenParser.ForTokenParser;
import io.pebbletemplates.pebble.tokenParser.IfTokenParser;
import io.pebbletemplates.pebble.tokenParser.MacroTokenParser;
import io.pebbletemplates.pebble.tokenParser.SetTokenParser;
import io.pebbletemplates.pebble.tokenParser.TokenParser;
import java.io.StringReader;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Parses templates. Holds the language (operators, tags, delimiters) and nothing of any template.
///
/// Tags that Kestra took out (`include`, `import`, `extends`, `cache`, `parallel` …) are not here,
/// so nothing can load another template.
public final class TemplateParser {

  private final Syntax syntax = new Syntax.Builder().setEnableNewLineTrimming(false).build();
  private final Map<String, UnaryOperator> unaryOperators;
  private final Map<String, BinaryOperator> binaryOperators;
  private final Map<String, TokenParser> tags;
  private final ParserOptions options = new ParserOptions();

  public TemplateParser() {
    var core = new CoreExtension();
    unaryOperators = bySymbol(core.getUnaryOperators(), UnaryOperator::getSymbol);
    binaryOperators = bySymbol(core.getBinaryOperators(), BinaryOperator::getSymbol);
    for (var operator : Marker.Operator.values()) {
      binaryOperators.put(
          operator.symbol(),
          new BinaryOperatorImpl(
              operator.symbol(),
              operator.precedence(),
              () -> new Marker(operator),
              BinaryOperatorType.NORMAL,
              Associativity.LEFT));
    }
    tags =
        bySymbol(
            List.of(
                new BlockTokenParser(),
                new FilterTokenParser(),
                new ForTokenParser(),
                new IfTokenParser(),
                new MacroTokenParser(),
                new SetTokenParser()),
            TokenParser::getTag);
  }

  /// @throws ExpressionException when the text is not a template
  public Parsed parse(String source) {
    try {
      var lexer = new LexerImpl(syntax, unaryOperators.values(), binaryOperators.values());
      var tokens = lexer.tokenize(new StringReader(source), source);
      var positions = new IdentityHashMap<String, Integer>();
      for (var token : tokens.getTokens()) {
        if (token.getValue() != null) {
          positions.putIfAbsent(token.getValue(), positions.size());
        }
      }
      var parser = new ParserImpl(unaryOperators, binaryOperators, tags, options);
      return new Parsed(parser.parse(tokens).getBody(), positions);
    } catch (PebbleException e) {
      int line = e.getLineNumber() == null ? 0 : e.getLineNumber();
      throw new ExpressionException(e.getPebbleMessage(), line, e);
    } catch (IndexOutOfBoundsException e) { // how Pebble's parser ends behind the last token
      throw new ExpressionException("the template ends in the middle of an expression", 0, e);
    } catch (ClassCastException | NumberFormatException e) {
      throw new ExpressionException("not an expression: " + e.getMessage(), 0, e);
    }
  }

  private static <T> Map<String, T> bySymbol(List<? extends T> all, Function<T, String> symbol) {
    return all.stream()
        .collect(
            Collectors.toMap(
                symbol, Function.<T>identity(), (first, _) -> first, LinkedHashMap::new));
  }
}
