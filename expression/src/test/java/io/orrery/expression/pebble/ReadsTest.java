package io.orrery.expression.pebble;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.expression.Reads;
import io.orrery.expression.TemplateTree;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a template names is known before it is rendered.
final class ReadsTest {

  private static Reads reads(String template) {
    return Rendering.TEMPLATES.compile(template).reads();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{{ outputs.a.value }}; a; outputs",
        "{{ outputs['my-task'].value }}; my-task; outputs",
        "{{ outputs.a[taskrun.value].b }}; a; outputs,taskrun",
        "{{ outputs.a[outputs.b.value].c }}; a,b; outputs",
        "{{ currentEachOutput(outputs.a).value }}; a; outputs,parents,taskrun",
        "{{ outputs.a.x ?? outputs.b.x | default(inputs.c) }}; a,b; inputs,outputs",
        "{% if vars.x %}{{ outputs.a }}{% else %}{{ outputs.b }}{% endif %}; a,b; outputs,vars",
        "{% for o in outputs.a.rows %}{{ o.x }}{{ loop.index }}{% endfor %}; a; outputs",
        "{% set x = outputs.a.y %}{{ x }}; a; outputs,x",
        "{% macro m(p) %}{{ p }}{% endmacro %}{{ m(outputs.a.v) }}; a; outputs",
        "{{ {'k': outputs.a.v, outputs.b.v: [outputs.c.v]} }}; a,b,c; outputs",
        "{{ 'x' | replace({'a': outputs.a.v}) }}; a; outputs",
        "{{ outputs.a.v is defined ? 1 : 2 }}; a; outputs",
        "{% filter upper %}{{ outputs.a.v }}{% endfilter %}; a; outputs",
        "{{ \"x#{outputs.a.v}\" }}; a; outputs",
        "{{ env('X') }}; ; envs",
        "{{ parents[0].taskrun.value }}; ; parents",
        "{{ now() }}; ; ",
        "{% raw %}{{ outputs.a }}{% endraw %}{{ 1 }}; ; ",
      })
  void tasks_and_variables_are_named(String template, String outputs, String roots) {
    var reads = reads(template);
    assertThat(String.join(",", reads.outputs())).isEqualTo(outputs == null ? "" : outputs);
    assertThat(String.join(",", reads.roots())).isEqualTo(roots == null ? "" : roots);
    assertThat(reads.dynamic()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{ outputs[x].value }}",
        "{{ outputs['a' ~ 'b'] }}",
        "{{ outputs | keys }}",
        "{{ outputs }}",
        "{% set o = outputs %}{{ o.a }}",
        "{% for o in outputs %}{{ o.key }}{% endfor %}",
        "{{ (outputs ?? {}).a }}",
        "{{ printContext() }}",
        "{{ fetchContext() }}",
        "{{ render(vars.x) }}",
        "{{ renderOnce(vars.x) }}",
      })
  void what_only_rendering_can_tell_is_dynamic(String template) {
    assertThat(reads(template).dynamic()).isTrue();
  }

  @Test
  void where_variables_are_rendered_too_everything_may_be_read() {
    var recursive = new PebbleTemplates(Rendering.SETTINGS.rendersRecursively());
    assertThat(recursive.compile("{{ vars.x }}").reads().dynamic()).isTrue();
    assertThat(recursive.compile("plain").reads()).isEqualTo(Reads.NOTHING);
  }

  @Test
  void a_tree_reads_what_its_texts_and_keys_read() {
    var tree =
        TemplateTree.compile(
            Rendering.TEMPLATES,
            Map.of("{{ inputs.k }}", List.of("{{ outputs.a.v }}", 1, Map.of("x", "{{ vars.y }}"))));
    assertThat(tree.reads().outputs()).containsExactly("a");
    assertThat(tree.reads().roots()).containsExactly("inputs", "outputs", "vars");
  }
}
