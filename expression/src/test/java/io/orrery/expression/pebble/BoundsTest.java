package io.orrery.expression.pebble;

import static io.orrery.expression.pebble.Rendering.SERVICES;
import static io.orrery.expression.pebble.Rendering.SETTINGS;
import static io.orrery.expression.pebble.Rendering.SMALL;
import static io.orrery.expression.pebble.Rendering.renderBounded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.Template;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Hostile templates: each ends soon, with a message for its author.
final class BoundsTest {

  private static void assertStopped(String template, String mentions) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> renderBounded(template, Map.of()))
        .withMessageContaining(mentions);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{ range(0, 100000000) }}",
        "{{ range(0, 9223372036854775807) }}",
        "{{ range(-9223372036854775807, 9223372036854775807, 3) }}",
        "{{ range(9223372036854775807, 0, -1) }}",
        "{% for i in 1..100000000 %}x{% endfor %}",
        "{% set l = [1] %}{% for i in 1..40 %}{% set l = l + l %}{% endfor %}",
        "{% set l = [1] %}{% for i in 1..40 %}{% set l = l | merge(l) %}{% endfor %}",
        "{% set l = [1, 1] %}{% for i in 1..40 %}{% set l = [l, l] | flatten %}{% endfor %}",
        "{{ [1] | jq('range(100000)') }}"
      })
  void a_list_cannot_have_more_items_than_allowed(String template) {
    assertStopped(template, "at most 1000 items");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{% for i in 1..500 %}01234567890123456789012345678901234567890{% endfor %}",
        "{% set s = 'xxxxxxxx' %}{% for i in 1..40 %}{% set s = s ~ s %}{% endfor %}",
        "{% set s = 'xxxxxxxx' %}{% for i in 1..40 %}{% set s = s + s %}{% endfor %}",
        "{% set s = 'x' %}{% for i in 1..40 %}{% set s = s | replace({'x': 'xx'}) %}{% endfor %}",
        "{% set s = 'x' %}{% for i in 1..40 %}{% set s = s | replace({'x': 'xx'}, true) %}{% endfor %}",
        "{{ 'a\nb' | indent(100000) }}",
        "{{ 'a\nb' | nindent(9223372036854775807) }}",
        "{{ range(1, 900) | join('0123456789012345678901') }}",
        "{% macro m() %}{% for i in 1..999 %}0123456789012345{% endfor %}{% endmacro %}{{ m() }}"
      })
  void a_text_cannot_be_longer_than_allowed(String template) {
    assertStopped(template, "at most 10000 characters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{% for a in 1..500 %}{% for b in 1..500 %}{% endfor %}{% endfor %}",
        "{% for a in 1..500 %}{% for b in 1..500 %}{% set x = 1 %}{% endfor %}{% endfor %}",
        "{{ [0] | jq('[range(1e12)] | length') }}",
        "{{ [0] | jq('reduce range(1e12) as $i (0; . + 1)') }}",
        "{{ [40] | jq('def f: if . == 0 then 0 else ([. - 1 | f] | .[0]) + ([. - 1 | f] | .[0]) end; .[0] | f') }}",
        "{{ [40] | jq('def f: def g: if . == 0 then 0 else ([. - 1 | g] | .[0]) + ([. - 1 | g] | .[0]) end; g; .[0] | f') }}",
        "{{ [60] | jq('[.[0] | recurse(if . > 0 then (. - 1, . - 1) else empty end)] | length') }}"
      })
  void a_template_cannot_run_for_ever(String template) {
    assertStopped(template, "at most 20000 steps");
  }

  /// A list that holds another twice, forty times over, is small in memory and endless to write
  /// out.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{ l }}",
        "{{ l | toJson }}",
        "{{ l | yaml }}",
        "{{ l | toIon }}",
        "{{ l ~ '' }}",
        "{{ l | upper }}",
        "{{ l | jq('.') }}",
        "{{ l | escapeChar('shell') }}",
        "{{ [l] | distinct }}",
        "{{ [l] contains [m] }}",
        "{{ l == m }}",
        "{{ l isIn [m] }}",
        "{{ render(l) }}"
      })
  void a_value_that_holds_another_many_times_cannot_be_blown_up(String use) {
    var build =
        "{% set l = ['x'] %}{% set m = ['x'] %}"
            + "{% for i in 1..40 %}{% set l = [l, l] %}{% set m = [m, m] %}{% endfor %}";
    assertThatThrownBy(() -> renderBounded(build + use, Map.of()))
        .isInstanceOf(ExpressionException.class)
        .hasMessageContaining("at most");
  }

  @Test
  void nor_can_it_leave_as_a_typed_value() {
    var templates = new PebbleTemplates(SETTINGS.within(SMALL));
    var template = templates.compile("{{ [l, l] }}");
    Object list = new ArrayList<>(List.of("x"));
    for (int i = 0; i < 30; i++) {
      list = new ArrayList<>(List.of(list, list));
    }
    var variables = Map.of("l", list);
    assertThatThrownBy(() -> template.evaluate(variables, SERVICES))
        .isInstanceOf(ExpressionException.class)
        .hasMessageContaining("steps");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% block b %}{{ block('b') }}{% endblock %}",
        "{{ render(t) }}"
      })
  void macros_blocks_and_renderings_cannot_call_themselves_for_ever(String template) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> renderBounded(template, Map.of("t", "{{ render(t) }}")))
        .withMessageContaining("at most 10 deep");
  }

  @Test
  void what_renders_to_something_new_each_time_is_given_up() {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> renderBounded("{{ render(t) }}", Map.of("t", "x{{ t }}")))
        .withMessageContaining("after 20 passes");
  }

  @Test
  void lists_cannot_be_nested_deeper_than_allowed() {
    assertStopped(
        "{% set l = [] %}{% for i in 1..200 %}{% set l = [l] %}{% endfor %}{{ l }}",
        "nested at most 50 deep");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{ ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!') | regexMatch('(.*)(.*)(.*)(.*)(.*)(.*)(.*)x$') }}",
        "{{ ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!') | replace({'(.*)(.*)(.*)(.*)(.*)(.*)(.*)x$': ''}, true) }}",
        "{{ ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!') | regexExtract('(.*)(.*)(.*)(.*)(.*)(.*)(.*)x$') }}",
        "{{ ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!') | split('(.*)(.*)(.*)(.*)(.*)(.*)(.*)x$') }}"
      })
  void a_regular_expression_cannot_backtrack_for_ever(String template) {
    var clock = new AtomicLong();
    var settings = SETTINGS.within(SMALL);
    var templates =
        new PebbleTemplates(
            new Settings(
                settings.zone(),
                settings.locale(),
                false,
                settings.bounds(),
                settings.random(),
                () -> clock.addAndGet(Duration.ofMillis(100).toNanos())));
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> templates.compile(template).render(Map.of(), SERVICES))
        .withMessageContaining("a regular expression may take at most PT2S");
  }

  @Test
  void time_runs_out_however_few_the_steps() {
    var clock = new AtomicLong();
    var templates =
        new PebbleTemplates(
            new Settings(
                SETTINGS.zone(),
                SETTINGS.locale(),
                false,
                SMALL,
                SETTINGS.random(),
                () -> clock.addAndGet(Duration.ofSeconds(4).toNanos())));
    var template = templates.compile("{% for i in 1..999 %}{{ i }}{% endfor %}");
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> template.render(Map.of(), SERVICES))
        .withMessageContaining("a template may take at most PT5S");
  }

  @Test
  void an_interrupted_thread_stops_rendering() {
    Template template = Rendering.TEMPLATES.compile("{% for i in 1..9999 %}{{ i }}{% endfor %}");
    Thread.currentThread().interrupt();
    try {
      assertThatExceptionOfType(ExpressionException.class)
          .isThrownBy(() -> template.render(Map.of(), SERVICES))
          .withMessageContaining("interrupted");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void brackets_in_brackets_in_brackets_are_an_error_and_not_a_crash() {
    var template = "{{ " + "(".repeat(100_000) + "1" + ")".repeat(100_000) + " }}";
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> renderBounded(template, Map.of()))
        .withMessageContaining("nested too deep");
  }

  @Test
  void jq_functions_that_nest_for_ever_end_too() {
    assertStopped("{{ [0] | jq('def f: f + f; f') }}", "too deep");
    assertStopped("{{ [0] | jq('\"\\(def f: f; f)\"') }}", "cannot be defined inside a text");
  }

  @Test
  void yaml_with_an_alias_bomb_is_refused() {
    var bomb = new StringBuilder("a: &a [x, x]\n");
    for (char c = 'b'; c < 'z'; c++) {
      char before = (char) (c - 1);
      bomb.append(c).append(": &").append(c).append(" [*").append(before);
      bomb.append(", *").append(before).append("]\n");
    }
    assertThatThrownBy(() -> renderBounded("{{ yaml(y) }}", Map.of("y", bomb.toString())))
        .isInstanceOf(ExpressionException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "yaml", "fromIon"})
  void deeply_nested_data_is_refused(String function) {
    var deep = "[".repeat(50_000) + "]".repeat(50_000);
    assertThatThrownBy(() -> renderBounded("{{ " + function + "(t) }}", Map.of("t", deep)))
        .isInstanceOf(ExpressionException.class);
  }
}
