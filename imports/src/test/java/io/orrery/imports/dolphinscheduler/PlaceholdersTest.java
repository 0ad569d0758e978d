package io.orrery.imports.dolphinscheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.imports.Notes;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceholdersTest {

  private static final String SLOT = "(trigger.date ?? execution.startDate)";

  private final Notes notes = new Notes();
  private final Placeholders placeholders =
      new Placeholders(Map.of("table", "{{ inputs.table }}"), new TimeText(Optional.empty()));

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "$[yyyyMMdd]~{{ @ | date('yyyyMMdd') }}",
        "$[yyyyMMdd-1]~{{ @ | dateAdd(-1, 'DAYS') | date('yyyyMMdd') }}",
        "$[yyyy-MM-dd+7*2]~{{ @ | dateAdd(14, 'DAYS') | date('yyyy-MM-dd') }}",
        "$[HHmmss-15/24/60]~{{ @ | dateAdd(-15, 'MINUTES') | date('HHmmss') }}",
        "$[HH:mm:ss+1/24]~{{ @ | dateAdd(1, 'HOURS') | date('HH:mm:ss') }}",
        "$[add_months(yyyyMMdd,-12*1)]~{{ @ | dateAdd(-12, 'MONTHS') | date('yyyyMMdd') }}",
        "${system.biz.date}~{{ @ | dateAdd(-1, 'DAYS') | date('yyyyMMdd') }}",
        "${system.biz.curdate}~{{ @ | date('yyyyMMdd') }}",
        "${system.datetime}~{{ @ | date('yyyyMMddHHmmss') }}",
      })
  void times_are_those_of_the_slot(String text, String template) {
    assertThat(placeholders.template(text, notes)).isEqualTo(template.replace("@", SLOT));
    assertThat(notes.isLost()).isFalse();
  }

  @Test
  void parameters_are_read_and_all_else_is_the_shells() {
    assertThat(placeholders.template("cp ${table} $HOME ${HOME} ${#x} $1", notes))
        .isEqualTo("cp {{ inputs.table }}{% raw %} $HOME ${HOME} ${#x} $1{% endraw %}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"$[week_begin(yyyyMMdd,1)]", "$[1+2]", "${system.unknown}"})
  void what_has_no_counterpart_is_said_and_stays(String text) {
    assertThat(placeholders.template(text, notes)).isEqualTo(text);
    assertThat(notes.isLost()).isTrue();
  }

  @Test
  void the_zone_of_the_schedule_is_that_of_its_dates() {
    var there = new TimeText(Optional.of("Asia/Shanghai"));
    assertThat(there.expression("yyyyMMdd"))
        .contains("{{ " + SLOT + " | date('yyyyMMdd', timeZone='Asia/Shanghai') }}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "${table} == \"a\"~((inputs.table) == 'a')",
        "${table}==1~((inputs.table) == '1')",
        "${table} > 1 && !(${table} >= 9)~((((inputs.table) | number) > 1) and (not"
            + " (((inputs.table) | number) >= 9)))",
        "${table} != 'x' || true == ${table}~(((inputs.table) != 'x') or ('true' =="
            + " (inputs.table)))",
      })
  void conditions_of_a_switch_are_expressions(String text, String expression) {
    assertThat(Choices.expression(text, placeholders)).contains(expression);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "${other} == 1", "f(1)", "1 +", "${table} == 1 &&", "(1 == 1", "1 == 1)"})
  void what_is_no_such_condition_is_not_guessed(String text) {
    assertThat(Choices.expression(text, placeholders)).isEmpty();
  }
}
