package io.orrery.imports;

import java.util.List;
import java.util.Optional;

/// A thing in the source, and what became of it.
///
/// @param place in the source, as `jobs.xml:12:5`
/// @param what kind and name, as `cron trigger 'reports.nightly'`
/// @param flow the id of the flow that it went into
/// @param remarks what differs or is missing, and what to do about it
public record Item(
    String place, String what, Optional<String> flow, Outcome outcome, List<String> remarks) {

  public Item {
    remarks = List.copyOf(remarks);
  }

  public enum Outcome {
    MAPPED,
    MAPPED_WITH_REMARK,
    NOT_MAPPED
  }
}
