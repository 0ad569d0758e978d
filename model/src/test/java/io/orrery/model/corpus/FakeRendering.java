package io.orrery.model.corpus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orrery.model.input.Rendering;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Renders the three kinds of template that input declarations of the tests use: a comparison of an
/// input, an input, and a literal list.
public final class FakeRendering implements Rendering {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern COMPARISON =
      Pattern.compile("\\{\\{ inputs\\.(\\w+) equals '(.*)' }}");
  private static final Pattern INPUT = Pattern.compile("\\{\\{ inputs\\.(\\w+) }}");
  private static final Pattern LIST = Pattern.compile("\\{\\{ (\\[.*]) }}");

  @Override
  public @Nullable Object evaluate(String template, Map<String, Object> inputs) {
    var comparison = COMPARISON.matcher(template);
    if (comparison.matches()) {
      return comparison.group(2).equals(input(inputs, comparison.group(1)));
    }
    var input = INPUT.matcher(template);
    if (input.matches()) return input(inputs, input.group(1));
    var list = LIST.matcher(template);
    if (!list.matches())
      throw new IllegalArgumentException("not a template of these tests: " + template);
    try {
      return JSON.readValue(list.group(1), Object.class);
    } catch (JsonProcessingException invalid) {
      throw new IllegalArgumentException(invalid);
    }
  }

  private static @Nullable Object input(Map<String, Object> inputs, String name) {
    if (!inputs.containsKey(name)) throw new IllegalArgumentException("no variable inputs." + name);
    return inputs.get(name);
  }
}
