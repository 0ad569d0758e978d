package io.orrery.expression.pebble;

import static io.orrery.expression.pebble.Rendering.SERVICES;
import static io.orrery.expression.pebble.Rendering.TEMPLATES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.TemplateTree;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Properties as trees of templates.
final class TemplateTreeTest {

  private static @Nullable Object evaluate(@Nullable Object tree, Map<String, Object> variables) {
    return TemplateTree.compile(TEMPLATES, tree).evaluate(variables, SERVICES);
  }

  @Test
  void a_tree_without_templates_comes_back_as_it_is() {
    var tree = Map.of("a", List.of(1, "x", true), "b", Map.of("c", Set.of("y")));
    var compiled = TemplateTree.compile(TEMPLATES, tree);
    assertThat(compiled.literal()).isTrue();
    assertThat(compiled.evaluate(Map.of(), SERVICES)).isSameAs(tree);
    assertThat(TemplateTree.compile(TEMPLATES, null).evaluate(Map.of(), SERVICES)).isNull();
  }

  @Test
  void a_text_that_is_one_expression_keeps_its_type() {
    var variables = Map.<String, Object>of("n", 1, "l", List.of(1));
    assertThat(evaluate(Map.of("n", "{{ n }}", "l", "{{ l }}", "t", "n={{ n }}"), variables))
        .isEqualTo(Map.of("n", 1, "l", List.of(1), "t", "n=1"));
    assertThat(evaluate(Arrays.asList("{{ null }}", null, 2.5), variables))
        .isEqualTo(Arrays.asList(null, null, 2.5));
  }

  @Test
  void keys_are_rendered_in_order_and_the_first_of_two_equal_ones_stays() {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("z", 1);
    tree.put("{{ k }}", "first {{ k }}");
    tree.put("a", "second");
    assertThat(evaluate(tree, Map.of("k", "a")))
        .isEqualTo(Map.of("z", 1, "a", "first a"))
        .asString()
        .isEqualTo("{z=1, a=first a}");
  }

  @Test
  void a_first_value_of_null_stays_too() {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("a", "{{ null }}");
    tree.put("{{ k }}", "second");
    assertThat(evaluate(tree, Map.of("k", "a"))).asString().isEqualTo("{a=null}");
  }

  @Test
  void a_text_that_is_no_template_is_refused_when_the_tree_is_compiled() {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> TemplateTree.compile(TEMPLATES, Map.of("a", List.of("{{ x"))));
  }
}
