package io.orrery.expression.pebble;

import static io.orrery.expression.pebble.Rendering.SERVICES;
import static io.orrery.expression.pebble.Rendering.SETTINGS;
import static io.orrery.expression.pebble.Rendering.evaluate;
import static io.orrery.expression.pebble.Rendering.render;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.orrery.expression.ExpressionException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Operators, tags, types.
final class LanguageTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "1 + 2 * 3; 7",
        "7 / 2; 3",
        "7 % 2; 1",
        "-7 % 2; -1",
        "7.5 + 1; 8.5",
        "0.1 + 0.2; 0.30000000000000004",
        "d + 1; 1.10",
        "d * d; 0.0100",
        "'a' + 1; a1",
        "1 + 'a'; 1a",
        "'a' ~ null ~ 1; a1",
        "[1] + 2; [1,2]",
        "[1, 2, 1] - 1; [2,1]",
        "[1, 2, 1] - [1]; [2]",
        "1 == 1.0; true",
        "'1' == 1; false",
        "[1, {'a': 2}] == [1, {'a': 2}]; true",
        "1 != 2; true",
        "2.5 > 2; true",
        "2 > 10; false",
        "null > 1; false",
        "null == null; true",
        "9007199254740993 == 9007199254740992; false",
        "true and 'x' and 1; true",
        "true and 0; false",
        "'' or 'false'; true",
        "not ''; true",
        "1 isIn ['1', 2]; true",
        "'v' isIn {'k': 'v'}; true",
        "'x' isIn null; false",
        "[1, 2, 3] contains [3, 1]; true",
        "null contains 1; false",
        "{'a': 1} contains 'b'; false",
        "missing ?? null ?? 'c'; c",
        "missing ??? 'c'; c",
        "null ? 'y' : 'n'; n",
        "'a'..'c'; [\"a\",\"b\",\"c\"]",
        "3..1; []",
        "range(3, 1, -1); [3,2,1]",
        "max(1, 2.5, 2); 2.5",
        "min('b', 'a'); a",
        "5 is odd; true",
        "' ' is empty; true",
        "missing is not defined; true",
        "1 is equalTo(1.0); true",
        "'x#{1 + 1}y'; x#{1 + 1}y",
        "\"x#{1 + 1}y\"; x2y",
      })
  void an_expression_has_its_value(String expression, String expected) {
    assertThat(render("{{ " + expression + " }}", Map.of("d", new BigDecimal("0.10"))))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 / 0",
        "1 % 0",
        "'a' * 2",
        "1 > 'a'",
        "'b' > 'a'",
        "'2024-01-02' <= '2024-01-03'",
        "null and true",
        "not null",
        "[] and true",
        "1 contains 1",
        "nope('x')",
        "1 | nope",
        "1 is nope",
        "range(1, 'b')",
        "range(1, 5, 0)",
        "'a' | upper(1)",
        "'a' | date(nope='x')",
        "{[1]: 2}",
        "1 +",
        "get missing"
      })
  void a_mistake_is_an_error_of_the_template(String expression) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> render("{{ " + expression + " }}"));
  }

  @Test
  void a_branch_that_is_not_taken_may_hold_anything() {
    assertThat(render("{{ true ? 1 : nope() }}{{ false and missing }}{{ true or (1 | nope) }}"))
        .isEqualTo("1falsetrue");
  }

  @Test
  void text_around_tags_stays_as_it_is() {
    assertThat(render("a\n{% if true %}\nb\n{% endif %}\n{{ 1 }}\n")).isEqualTo("a\n\nb\n\n1\n");
    assertThat(render("<b>{{ '<i>' }}</b>")).isEqualTo("<b><i></b>");
  }

  @Test
  void blocks_print_where_they_are_written_and_where_they_are_called() {
    assertThat(render("{% block b %}x{% endblock %}{{ block('b') }}{{ block('none') }}"))
        .isEqualTo("xx");
  }

  @Test
  void raw_text_is_not_rendered_also_over_several_lines() {
    assertThat(render("{% raw %}{{ a }}\n{% if %}{% endraw %}{{ 1 }}"))
        .isEqualTo("{{ a }}\n{% if %}1");
  }

  @Test
  void raw_text_survives_rendering_again() {
    var variables =
        Map.<String, Object>of(
            "t", "{% raw %}{{ a }}{% endraw %}{{ b }}", "b", "{{ c }}", "c", "d");
    assertThat(render("{{ render(t) }}", variables)).isEqualTo("{{ a }}d");
    assertThat(evaluate("{{ render(t) }}", variables)).isEqualTo("{{ a }}d");
  }

  @Test
  void what_a_variable_holds_is_rendered_only_when_asked() {
    var variables = Map.<String, Object>of("a", "{{ b }}", "b", "{{ c }}", "c", 1);
    assertThat(render("{{ a }}", variables)).isEqualTo("{{ b }}");
    assertThat(render("{{ renderOnce(a) }}", variables)).isEqualTo("{{ c }}");
    assertThat(render("{{ render(a) }}", variables)).isEqualTo("1");
    assertThat(render("{% set c = 2 %}{{ render(a) }}", variables)).isEqualTo("2");
    assertThat(
            new PebbleTemplates(SETTINGS.rendersRecursively())
                .compile("{{ a }}")
                .render(variables, SERVICES))
        .isEqualTo("1");
  }

  @Test
  void a_lone_expression_keeps_its_type_and_anything_else_is_text() {
    var variables = Map.<String, Object>of("n", 1, "list", List.of(1, 2), "flag", true);
    assertThat(evaluate("{{ n }}", variables)).isEqualTo(1);
    assertThat(evaluate("{{ list }}", variables)).isEqualTo(List.of(1, 2));
    assertThat(evaluate("{{ flag }}", variables)).isEqualTo(true);
    assertThat(evaluate("{{ null }}", variables)).isNull();
    assertThat(evaluate("{{ n }} ", variables)).isEqualTo("1 ");
    assertThat(evaluate("{{ n }}{{ n }}", variables)).isEqualTo("11");
    assertThat(evaluate("{% if flag %}{{ n }}{% endif %}", variables)).isEqualTo("1");
    assertThat(evaluate("plain", variables)).isEqualTo("plain");
  }

  @Test
  void one_value_may_be_made_by_tags_but_not_of_parts() {
    var variables = Map.<String, Object>of("n", 1, "s", "a");
    assertThat(one("{% if true %}{{ n }}{% endif %}", variables)).isEqualTo(1);
    assertThat(one("{{ s }}.csv", variables)).isEqualTo("a.csv");
    assertThat(one("{{ null }}x", variables)).isEqualTo("x");
    for (var mixed : List.of("{{ n }}x", "x{{ s }}", "{{ n }}{{ n }}")) {
      assertThatExceptionOfType(ExpressionException.class).isThrownBy(() -> one(mixed, variables));
    }
  }

  private static Object one(String template, Map<String, Object> variables) {
    return Objects.requireNonNull(
        Rendering.TEMPLATES.compile(template).evaluateOne(variables, SERVICES));
  }

  @Test
  void values_print_as_json_or_plain() {
    var list = new ArrayList<Object>(Arrays.asList(1, null, "a\"b", 1.5f, true));
    assertThat(render("{{ l }}", Map.of("l", list))).isEqualTo("[1,null,\"a\\\"b\",1.5,true]");
    assertThat(render("{{ a }}", Map.of("a", new int[] {1, 2}))).isEqualTo("[1,2]");
    assertThat(render("{{ d }}", Map.of("d", new BigDecimal("1E+3")))).isEqualTo("1000");
    assertThat(render("[{{ null }}]")).isEqualTo("[]");
  }

  @Test
  void a_text_without_a_brace_is_never_parsed() {
    var template = Rendering.TEMPLATES.compile("100 % sure }} %}");
    assertThat(template.literal()).isTrue();
    assertThat(template.render(Map.of(), SERVICES)).isEqualTo("100 % sure }} %}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{{ a", "{% if a %}", "{{ 'a }}", "{% for %}{% endfor %}", "{{ a b }}", "{# x"})
  void what_is_not_a_template_is_refused_when_it_is_compiled(String template) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> Rendering.TEMPLATES.compile(template));
  }
}
