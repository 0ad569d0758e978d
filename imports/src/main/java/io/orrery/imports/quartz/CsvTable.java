package io.orrery.imports.quartz;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.orrery.imports.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// A table of the database as a CSV text whose first line names the columns.
///
/// @param columns in capitals
record CsvTable(Set<String> columns, List<Row> rows) {

  /// @param place in the file
  /// @param values by column in capitals; what is NULL is not there
  record Row(String place, Map<String, String> values) {

    String text(String column) {
      return values.getOrDefault(column, "");
    }

    Optional<Long> number(String column) {
      return Optional.ofNullable(values.get(column))
          .map(String::strip)
          .filter(text -> text.matches("-?\\d{1,18}(\\.0+)?"))
          .map(text -> Long.valueOf(text.replaceFirst("\\..*", "")));
    }

    /// As databases write truth: 1, t, true, Y.
    boolean flag(String column) {
      return Set.of("1", "T", "TRUE", "Y", "YES")
          .contains(text(column).strip().toUpperCase(Locale.ROOT));
    }
  }

  private static final ObjectReader LINES =
      new CsvMapper()
          .enable(CsvParser.Feature.WRAP_AS_ARRAY)
          .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
          .readerFor(String[].class);

  /// @throws IOException when it is no CSV
  static CsvTable read(Source source) throws IOException {
    var schema = CsvSchema.emptySchema().withColumnSeparator(separator(source.text()));
    List<String> columns = List.of();
    var rows = new ArrayList<Row>();
    try (MappingIterator<String[]> lines = LINES.with(schema).readValues(source.text())) {
      while (lines.hasNextValue()) {
        int line = lines.getCurrentLocation().getLineNr();
        var cells = lines.nextValue();
        if (columns.isEmpty()) {
          columns = List.of(cells).stream().map(CsvTable::column).toList();
        } else {
          rows.add(row(source.at(Math.max(2, line)), columns, cells));
        }
      }
    }
    return new CsvTable(new TreeSet<>(columns), rows);
  }

  private static Row row(String place, List<String> columns, String[] cells) {
    var values = new LinkedHashMap<String, String>();
    for (int i = 0; i < Math.min(columns.size(), cells.length); i++) {
      var cell = cells[i];
      boolean none = cell.isEmpty() || cell.equalsIgnoreCase("NULL") || cell.equals("\\N");
      if (!none) values.put(columns.get(i), cell);
    }
    return new Row(place, values);
  }

  private static String column(String name) {
    return name.replace("\uFEFF", "").strip().toUpperCase(Locale.ROOT);
  }

  private static char separator(String text) {
    var head = text.lines().findFirst().orElse("");
    return head.contains("\t") ? '\t' : head.contains(";") && !head.contains(",") ? ';' : ',';
  }
}
