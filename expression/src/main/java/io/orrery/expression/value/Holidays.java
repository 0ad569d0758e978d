package io.orrery.expression.value;

import de.focus_shift.jollyday.core.HolidayManager;
import de.focus_shift.jollyday.core.ManagerParameters;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Public holidays of the world, as the Jollyday library knows them. Nothing of it is loaded before
/// the first question.
public final class Holidays {

  private Holidays() {}

  /// Whether `date` is a public holiday.
  ///
  /// @param country an ISO 3166 code in any case; absent: the country of the default locale
  /// @param subDivision the part of the country after its code, as `by` for Bavaria
  /// @throws IllegalArgumentException when there is no calendar of this country
  public static boolean isHoliday(
      LocalDate date, Optional<String> country, Optional<String> subDivision) {
    var code =
        country
            .map(String::strip)
            .filter(text -> !text.isEmpty())
            .orElseGet(() -> Locale.getDefault().getCountry())
            .toLowerCase(Locale.ROOT);
    if (!Known.CODES.contains(code)) {
      throw new IllegalArgumentException("there is no holiday calendar for country '" + code + "'");
    }
    var manager = HolidayManager.getInstance(ManagerParameters.create(code));
    return subDivision
        .map(part -> part.strip().toLowerCase(Locale.ROOT))
        .filter(part -> !part.isEmpty())
        .map(part -> manager.isHoliday(date, part))
        .orElseGet(() -> manager.isHoliday(date));
  }

  /// The codes of the countries that are known, in lower case.
  public static Set<String> countries() {
    return Known.CODES;
  }

  /// The calendars that there are; read when first asked for.
  private static final class Known {
    static final Set<String> CODES = codes();

    private static Set<String> codes() {
      var codes = new java.util.TreeSet<String>();
      HolidayManager.getSupportedCalendarCodes()
          .forEach(code -> codes.add(code.toLowerCase(Locale.ROOT)));
      return java.util.Collections.unmodifiableSet(codes);
    }
  }
}
