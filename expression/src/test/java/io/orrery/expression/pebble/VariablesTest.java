package io.orrery.expression.pebble;

import static io.orrery.expression.pebble.Rendering.evaluate;
import static io.orrery.expression.pebble.Rendering.render;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.orrery.expression.ExpressionException;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How variables are found, and what is said when they are not.
final class VariablesTest {

  /// A map that can be asked but not listed.
  private static final class Lazy extends AbstractMap<String, Object> {

    private final Map<String, Object> values;

    Lazy(Map<String, Object> values) {
      this.values = values;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
      return values.get(key);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return values.containsKey(key);
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
      throw new AssertionError("listed");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{{inputs.invalid}}; inputs; 1",
        "{{ a.missing }}; missing; 1",
        "{{ a.b.missing }}; missing; 1",
        "{{ a['x y'] }}; x y; 1",
        "{{ a.nothing.x }}; x; 1",
        "{{ nothing.x }}; nothing; 1",
        "{{ list[7] }}; 7; 1",
        "{{ missing | upper }}; missing; 1",
      })
  void a_missing_variable_is_named_as_in_kestra(String template, String name, int line) {
    var variables = new LinkedHashMap<String, @Nullable Object>();
    var inner = new LinkedHashMap<String, @Nullable Object>();
    inner.put("b", Map.of());
    inner.put("nothing", null);
    variables.put("a", inner);
    variables.put("nothing", null);
    variables.put("list", List.of(1));
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> render(template, variables))
        .withMessage(
            "Unable to find `%s` used in the expression `%s` at line %d", name, template, line);
  }

  @Test
  void the_line_is_that_of_the_variable() {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> render("one\ntwo\n{{ missing }}"))
        .satisfies(e -> assertThat(e.line()).isEqualTo(3))
        .withMessageEndingWith("at line 3");
  }

  @Test
  void lazy_maps_are_asked_and_never_listed() {
    var outputs = new Lazy(Map.of("a", new Lazy(Map.of("value", "x"))));
    var variables = new Lazy(Map.of("outputs", outputs, "key", "a"));
    assertThat(render("{{ outputs.a.value }}", variables)).isEqualTo("x");
    assertThat(render("{{ outputs[key].value }}", variables)).isEqualTo("x");
    assertThat(render("{{ outputs.b.value ?? 'none' }}", variables)).isEqualTo("none");
    assertThat(render("{% set x = 1 %}{{ outputs.a.value }}{{ x }}", variables)).isEqualTo("x1");
    assertThat(render("{{ outputs contains 'a' }}", variables)).isEqualTo("true");
    assertThat(render("{{ outputs.a is defined }}", variables)).isEqualTo("true");
    assertThat(evaluate("{{ outputs }}", variables)).isSameAs(outputs);
    assertThat(evaluate("{{ outputs ?? {} }}", variables)).isSameAs(outputs);
    assertThat(evaluate("{{ render(key) }}", variables)).isEqualTo("a");
  }

  @Test
  void a_number_finds_the_key_whatever_its_type() {
    assertThat(render("{{ m[1] }}", Map.of("m", Map.of("1", "text")))).isEqualTo("text");
    assertThat(render("{{ m[1] }}", Map.of("m", Map.of(1, "int")))).isEqualTo("int");
    assertThat(render("{{ m[1] }}", Map.of("m", Map.of(1L, "long")))).isEqualTo("long");
  }

  @Test
  void names_set_in_a_loop_end_with_it_and_outer_ones_change() {
    assertThat(render("{% set n = 0 %}{% for i in 1..3 %}{% set n = n + i %}{% endfor %}{{ n }}"))
        .isEqualTo("6");
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> render("{% for i in 1..3 %}{% set n = i %}{% endfor %}{{ n }}"));
  }

  @Test
  void a_macro_sees_its_arguments_and_nothing_else() {
    var template = "{% macro m(a, b=2) %}{{ a }}{{ b }}{{ c ?? '-' }}{% endmacro %}";
    assertThat(render(template + "{{ m(1) }}{{ m(b=3, a=4) }}", Map.of("c", "c")))
        .isEqualTo("12-43-");
  }

  @Test
  void the_loop_tells_where_it_is() {
    assertThat(
            render(
                "{% for x in ['a','b'] %}{{ loop.index }}{{ loop.first }}{{ loop.last }}"
                    + "{{ loop.length }}{{ loop.revindex }} {% endfor %}"))
        .isEqualTo("0truefalse21 1falsetrue20 ");
    assertThat(render("{% for x in [] %}{{ x }}{% else %}none{% endfor %}")).isEqualTo("none");
  }

  @Test
  void maps_are_printed_in_the_order_in_which_they_are_written() {
    assertThat(render("{{ {'z': 1, 'a': {'y': 2, 'b': 3}, 'm': 4, n: 5} }}", Map.of("n", "k")))
        .isEqualTo("{\"z\":1,\"a\":{\"y\":2,\"b\":3},\"m\":4,\"k\":5}");
  }
}
