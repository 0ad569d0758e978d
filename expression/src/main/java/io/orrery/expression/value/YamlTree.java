package io.orrery.expression.value;

import io.orrery.expression.bound.Budget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/// Reads one YAML document into plain Java; aliases and merge keys (`<<`) are resolved.
public final class YamlTree {

  private static final int ALIASES_MAX = 50;

  private YamlTree() {}

  /// @throws org.snakeyaml.engine.v2.exceptions.YamlEngineException when the text is not YAML
  public static @Nullable Object parse(String text, Budget budget) {
    budget.chars(text.length());
    var settings =
        LoadSettings.builder()
            .setSchema(new CoreSchema())
            .setAllowDuplicateKeys(false)
            .setMaxAliasesForCollections(ALIASES_MAX)
            .setCodePointLimit(budget.bounds().textCharsMax())
            .build();
    return plain(new Load(settings).loadFromString(text), budget, 0);
  }

  private static @Nullable Object plain(@Nullable Object value, Budget budget, int depth) {
    budget.step();
    budget.nesting(depth);
    return switch (value) {
      case Map<?, ?> map -> {
        var result = new LinkedHashMap<Object, @Nullable Object>();
        map.forEach(
            (key, member) ->
                result.put(key == null ? "null" : key, plain(member, budget, depth + 1)));
        yield result;
      }
      case List<?> list -> {
        var result = new ArrayList<@Nullable Object>(list.size());
        list.forEach(item -> result.add(plain(item, budget, depth + 1)));
        yield result;
      }
      case null, default -> value;
    };
  }
}
