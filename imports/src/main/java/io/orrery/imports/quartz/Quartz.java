package io.orrery.imports.quartz;

import io.orrery.imports.Import;
import io.orrery.imports.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/// Imports what Quartz exports.
public final class Quartz {
  private Quartz() {}

  /// @param sources each an XML of jobs, or one of the tables as CSV
  /// @param namespace of the flows
  public static Import read(List<Source> sources, String namespace) {
    var tables = new QuartzTables();
    var all = new ArrayList<Scheduled>();
    for (var source : sources) {
      try {
        if (source.text().stripLeading().replace("\uFEFF", "").startsWith("<")) {
          var root = XmlNode.read(new Source(source.name(), source.text().replace("\uFEFF", "")));
          if (!root.name().equals("job-scheduling-data")) {
            return new Import.Unreadable(
                root.place(),
                "its root is '%s', not 'job-scheduling-data'".formatted(root.name()),
                "Only the XML of Quartz 1.8 and later is read.");
          }
          all.add(QuartzXml.read(root));
        } else {
          var csv = CsvTable.read(source);
          var table = QuartzTables.table(csv);
          if (table.isEmpty()) {
            return new Import.Unreadable(
                source.name(),
                "it is no table of Quartz: its columns are " + String.join(", ", csv.columns()),
                "Export a QRTZ_ table as CSV with the names of its columns in the first line.");
          }
          tables.add(table.get(), csv);
        }
      } catch (XMLStreamException e) {
        return new Import.Unreadable(
            source.at(e.getLocation().getLineNumber(), e.getLocation().getColumnNumber()),
            "it is no XML that can be read: " + message(e),
            "");
      } catch (IOException e) {
        return new Import.Unreadable(source.name(), "it is no CSV: " + message(e), "");
      }
    }
    all.add(tables.scheduled());
    return new QuartzFlows(namespace)
        .of(
            new Scheduled(
                all.stream().flatMap(each -> each.jobs().stream()).toList(),
                all.stream().flatMap(each -> each.triggers().stream()).toList(),
                all.stream().flatMap(each -> each.strays().stream()).toList()));
  }

  private static String message(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }
}
