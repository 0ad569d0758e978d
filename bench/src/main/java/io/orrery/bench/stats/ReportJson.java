package io.orrery.bench.stats;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reports as JSON: one object, or a list when there are several.
public final class ReportJson {
  private ReportJson() {}

  private static final ObjectMapper MAPPER = new ObjectMapper();

  public static String text(List<Report> reports) {
    var shapes = reports.stream().map(ReportJson::shape).toList();
    try {
      return MAPPER
          .writerWithDefaultPrettyPrinter()
          .writeValueAsString(shapes.size() == 1 ? shapes.getFirst() : shapes);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("numbers and names are always JSON", e);
    }
  }

  private static Map<String, Object> shape(Report report) {
    var shape = new LinkedHashMap<String, Object>();
    shape.put("scenario", report.scenario());
    shape.put("database", report.database());
    shape.put("metrics", report.metrics());
    return shape;
  }
}
