package io.orrery.expression.pebble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.corpus.FakeServices;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Functions that ask the world outside, and what is secret about their answers.
final class ServicesTest {

  private static final Map<String, Object> VARIABLES =
      Map.of(
          "flow", Map.of("id", "f", "namespace", "company.team"),
          "execution", Map.of("id", "e"));

  private final FakeServices services =
      new FakeServices(
          Rendering.NOW,
          VARIABLES,
          Map.of(
              "kv", Map.of("company.team", withNull(Map.of("k", Map.of("field", 1)), "n")),
              "namespaceFiles", Map.of("company.team", Map.of("/a.txt", "hi", "/empty", "")),
              "logs", List.of(Map.of("level", "ERROR", "message", "bad"))),
          Map.of("KEY", "s3cret-value", "JSON", "{\"user\":\"bob-the-user\",\"pin\":1234}"));

  private static Map<String, Object> withNull(Map<String, Object> map, String key) {
    var result = new HashMap<String, @Nullable Object>(map);
    result.put(key, null);
    return result;
  }

  private String render(String template) {
    return Rendering.TEMPLATES.compile(template).render(VARIABLES, services);
  }

  @Test
  void values_are_found_by_key_and_missing_ones_are_an_error_unless_allowed() {
    assertThat(render("{{ kv('k').field }}")).isEqualTo("1");
    assertThat(render("{{ kv('n') ?? 'null' }}")).isEqualTo("null");
    assertThat(render("{{ kv('x', errorOnMissing=false) ?? 'none' }}")).isEqualTo("none");
    assertThat(render("{{ kv('x', 'other', false) ?? 'none' }}")).isEqualTo("none");
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> render("{{ kv('x') }}"))
        .withMessageContaining("'x' does not exist");
  }

  @Test
  void files_can_be_read_measured_and_asked_for() {
    assertThat(render("{{ read('a.txt') }}{{ fileSize('a.txt') }}")).isEqualTo("hi2");
    assertThat(render("{{ fileExists('a.txt') }}{{ fileExists('b.txt') }}")).isEqualTo("truefalse");
    assertThat(render("{{ isFileEmpty('empty') }}{{ isFileEmpty('a.txt') }}"))
        .isEqualTo("truefalse");
    assertThat(render("{{ fileURI('a.txt') }}")).isEqualTo("kestra:///company/team/_files/a.txt");
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> render("{{ fileSize('b.txt') }}"));
  }

  @Test
  void errors_so_far_are_a_list() {
    assertThat(render("{{ errorLogs()[0].message }}")).isEqualTo("bad");
  }

  @Test
  void what_is_made_of_a_secret_is_secret_too() {
    assertThat(render("{{ secret('KEY') | base64encode }}")).isEqualTo("czNjcmV0LXZhbHVl");
    assertThat(render("{{ ('Basic ' ~ secret('KEY')) | upper }}")).isEqualTo("BASIC S3CRET-VALUE");
    assertThat(render("{{ fromJson(secret('JSON')).user | sha1 | length }}")).isEqualTo("40");
    assertThat(services.masked())
        .contains("czNjcmV0LXZhbHVl", "BASIC S3CRET-VALUE", "bob-the-user")
        .anyMatch(text -> text.length() == 40);
  }

  @Test
  void what_has_nothing_to_do_with_a_secret_is_not() {
    render("{{ secret('KEY') }} {{ 'other' | upper }} {{ secret('KEY') | length }}");
    render("{{ secret('KEY') ~ '!' }}");
    assertThat(services.masked()).isEmpty();
  }

  @Test
  void a_part_of_a_secret_can_be_had_and_is_secret() {
    assertThat(render("{{ secret('JSON', subkey='user') }}")).isEqualTo("bob-the-user");
    assertThat(services.masked()).contains("bob-the-user");
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> render("{{ secret('KEY', subkey='x') }}"))
        .satisfies(e -> assertThat(String.valueOf(e.getMessage())).doesNotContain("s3cret"));
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> render("{{ secret('NOPE') }}"))
        .withMessageContaining("NOPE");
  }

  @Test
  void every_service_that_is_not_there_says_so() {
    for (var call :
        Arrays.asList(
            "secret('a')",
            "kv('a')",
            "read('a')",
            "fileURI('a')",
            "fileSize('a')",
            "fileExists('a')",
            "isFileEmpty('a')",
            "errorLogs()",
            "tasksWithState('FAILED')")) {
      assertThatExceptionOfType(ExpressionException.class)
          .isThrownBy(() -> Rendering.render("{{ " + call + " }}"))
          .withMessageContaining("cannot be used here");
    }
  }
}
