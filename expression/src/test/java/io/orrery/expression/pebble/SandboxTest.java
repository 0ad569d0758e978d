package io.orrery.expression.pebble;

import static io.orrery.expression.pebble.Rendering.render;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.orrery.expression.ExpressionException;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Nothing of Java can be reached, and nothing that was given can be changed.
final class SandboxTest {

  /// An object as a careless caller might pass one.
  public static final class Bean {
    public final String field = "field";

    public String secret() {
      return "called";
    }

    public String getName() {
      return "called";
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{ bean.secret() }}",
        "{{ bean.secret }}",
        "{{ bean.name }}",
        "{{ bean.field }}",
        "{{ bean['field'] }}",
        "{{ bean.class }}",
        "{{ bean.getClass() }}",
        "{{ text.getClass() }}",
        "{{ text.class }}",
        "{{ text.bytes }}",
        "{{ text.length() }}",
        "{{ list.size() }}",
        "{{ list.class.forName('java.lang.Runtime') }}",
        "{{ map.getClass().getClassLoader() }}",
        "{{ map.entrySet() }}",
        "{{ moment.zone }}",
        "{{ moment.plusDays(1) }}",
        "{{ (1).class }}",
        "{{ loop }}",
        "{{ _context }}",
        "{{ template }}",
        "{{ locale }}"
      })
  void neither_methods_nor_fields_nor_the_engine_can_be_reached(String template) {
    var variables =
        Map.<String, Object>of(
            "bean", new Bean(),
            "text", "abc",
            "list", List.of(1),
            "map", Map.of("a", 1),
            "moment", ZonedDateTime.parse("2026-03-29T10:15:30Z"));
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> render(template, variables));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{% include 'x' %}",
        "{% import 'x' %}",
        "{% extends 'x' %}",
        "{% embed 'x' %}{% endembed %}",
        "{% from 'x' import y %}",
        "{% cache 'x' %}{% endcache %}",
        "{% parallel %}{% endparallel %}",
        "{% flush %}",
        "{% autoescape 'html' %}{% endautoescape %}"
      })
  void tags_that_reach_other_templates_do_not_exist(String template) {
    assertThatExceptionOfType(ExpressionException.class).isThrownBy(() -> render(template));
  }

  @Test
  void jq_shows_nothing_of_the_process() {
    assertThat(render("{{ [0] | jq('env') }}")).isEqualTo("[{}]");
    assertThat(render("{{ [0] | jq('$ENV') }}")).isEqualTo("[{}]");
    assertThat(render("{{ [0] | jq('env.PATH') }}")).isEqualTo("[null]");
  }

  @Test
  void what_was_given_is_never_changed() {
    var list = new ArrayList<>(List.of(3, 1, 2));
    var variables = new LinkedHashMap<String, Object>();
    variables.put("list", list);
    variables.put("name", "given");
    var template =
        "{% set name = 'set' %}{% set other = 1 %}"
            + "{{ list | sort }}{{ list | rsort }}{{ list | reverse }}"
            + "{{ list + [4] }}{{ list - 3 }}{{ list | merge([5]) }}{{ name }}";
    assertThat(render(template, variables))
        .isEqualTo("[1,2,3][3,2,1][2,1,3][3,1,2,4][1,2][3,1,2,5]set");
    assertThat(list).containsExactly(3, 1, 2);
    assertThat(variables).containsEntry("name", "given").hasSize(2);
  }

  @Test
  void a_number_that_is_written_with_letters_is_an_error_with_its_line() {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> render("a\nb {{ 'x' | number }}"))
        .satisfies(e -> assertThat(e.line()).isEqualTo(2))
        .withMessageContaining("'x' is not a number");
  }
}
