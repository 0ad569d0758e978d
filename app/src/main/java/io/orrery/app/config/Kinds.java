package io.orrery.app.config;

import io.orrery.app.config.Kind.Wrong;
import io.orrery.model.flow.PluginDefault;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// The types of our settings.
public final class Kinds {
  private Kinds() {}

  public static final Kind<String> TEXT = new Kind<>("text", Kind::text);
  public static final Kind<Secret> SECRET =
      new Kind<>("secret text", value -> new Secret(Kind.text(value)));
  public static final Kind<Boolean> FLAG = new Kind<>("`true` or `false`", Kinds::flag);
  public static final Kind<Path> PATH =
      new Kind<>("path; a relative one is below the home folder", Kinds::path);
  public static final Kind<Duration> DURATION =
      new Kind<>("duration: `250ms`, `30s`, `5m`, `2h`, `7d` or ISO-8601", Kinds::duration);
  public static final Kind<Long> SIZE =
      new Kind<>("size: bytes, or with `KB`, `MB`, `GB`, `KiB`, `MiB`, `GiB`", Kinds::size);
  public static final Kind<ZoneId> ZONE =
      new Kind<>("time zone as `Europe/Paris`, or `system`", Kinds::zone);
  public static final Kind<Map<String, Object>> MAP =
      new Kind<>("map (only in the file)", Kinds::map);
  public static final Kind<List<PluginDefault>> PLUGIN_DEFAULTS =
      new Kind<>("list of `type`, `values` and `forced` (only in the file)", Kinds::pluginDefaults);
  public static final Kind<List<Path>> PATHS =
      new Kind<>("list of paths; in one text, commas set them apart", Kinds::paths);
  public static final Kind<Integer> PORT = number(0, 65_535);

  private static final Pattern SHORT_DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)");
  private static final Pattern AMOUNT =
      Pattern.compile("(\\d{1,12}(?:\\.\\d{1,3})?)\\s*([kKmMgG]?i?[bB]?)");

  public static Kind<Integer> number(int min, int max) {
    return new Kind<>(
        "number from " + min + " to " + max,
        value -> {
          try {
            int number = Integer.parseInt(Kind.text(value));
            if (number >= min && number <= max) {
              return number;
            }
          } catch (NumberFormatException e) {
            throw new Wrong("is not a number from " + min + " to " + max);
          }
          throw new Wrong("is not from " + min + " to " + max);
        });
  }

  private static Boolean flag(Object value) throws Wrong {
    return switch (Kind.text(value).toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new Wrong("is neither true nor false");
    };
  }

  private static Path path(Object value) throws Wrong {
    try {
      return Path.of(Kind.text(value));
    } catch (InvalidPathException e) {
      throw new Wrong("is not a path: " + e.getReason());
    }
  }

  private static Duration duration(Object value) throws Wrong {
    var text = Kind.text(value);
    var match = SHORT_DURATION.matcher(text);
    if (match.matches()) {
      long amount = Long.parseLong(match.group(1));
      return switch (match.group(2)) {
        case "ms" -> Duration.ofMillis(amount);
        case "s" -> Duration.ofSeconds(amount);
        case "m" -> Duration.ofMinutes(amount);
        case "h" -> Duration.ofHours(amount);
        default -> Duration.ofDays(amount);
      };
    }
    try {
      var parsed = Duration.parse(text);
      if (!parsed.isNegative()) {
        return parsed;
      }
    } catch (DateTimeParseException e) {
      throw new Wrong("is not a duration; write 30s, 5m, 2h or PT30S");
    }
    throw new Wrong("is negative");
  }

  private static Long size(Object value) throws Wrong {
    var match = AMOUNT.matcher(Kind.text(value));
    if (!match.matches()) {
      throw new Wrong("is not a size; write 512KiB, 10MB or a number of bytes");
    }
    long unit =
        switch (match.group(2).toLowerCase(Locale.ROOT)) {
          case "k", "kb" -> 1_000L;
          case "m", "mb" -> 1_000_000L;
          case "g", "gb" -> 1_000_000_000L;
          case "ki", "kib" -> 1L << 10;
          case "mi", "mib" -> 1L << 20;
          case "gi", "gib" -> 1L << 30;
          case "", "b" -> 1L;
          default -> throw new Wrong("has an unknown unit");
        };
    try {
      return new BigDecimal(match.group(1)).multiply(BigDecimal.valueOf(unit)).longValueExact();
    } catch (ArithmeticException e) {
      throw new Wrong("is not a whole number of bytes");
    }
  }

  private static ZoneId zone(Object value) throws Wrong {
    var text = Kind.text(value);
    if (text.equals("system")) {
      return ZoneId.systemDefault();
    }
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw new Wrong("is not a time zone; write it as Europe/Paris or UTC");
    }
  }

  private static List<PluginDefault> pluginDefaults(Object value) throws Wrong {
    if (!(value instanceof List<?> given)) {
      throw new Wrong("must be a list");
    }
    var defaults = new ArrayList<PluginDefault>();
    for (var item : given) {
      defaults.add(
          PluginDefault.read(item)
              .orElseThrow(
                  () -> new Wrong("has an entry that is not a map with type and values: " + item)));
    }
    return defaults;
  }

  private static List<Path> paths(Object value) throws Wrong {
    var given = value instanceof List<?> list ? list : List.of(Kind.text(value).split(",", -1));
    var paths = new ArrayList<Path>();
    for (var item : given) {
      var path = path(item == null ? "" : item);
      if (!path.toString().isEmpty()) {
        paths.add(path);
      }
    }
    return paths;
  }

  private static Map<String, Object> map(Object value) throws Wrong {
    if (!(value instanceof Map<?, ?> given)) {
      throw new Wrong("must be a map");
    }
    var copy = new LinkedHashMap<String, Object>();
    given.forEach((key, member) -> copy.put(String.valueOf(key), member));
    return Collections.unmodifiableMap(copy);
  }
}
