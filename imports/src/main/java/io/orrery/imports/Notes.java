package io.orrery.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is noticed about one item while it is mapped.
public final class Notes {
  private final List<String> remarks = new ArrayList<>();
  private boolean lost;

  /// It is mapped, and this should be known.
  public void remark(String text) {
    if (!remarks.contains(text)) remarks.add(text);
  }

  /// It, or a part of it that changes what it does, is not mapped.
  public void lost(String text) {
    lost = true;
    remark(text);
  }

  public boolean isLost() {
    return lost;
  }

  public Item item(String place, String what, Optional<String> flow) {
    var outcome =
        lost
            ? Item.Outcome.NOT_MAPPED
            : remarks.isEmpty() ? Item.Outcome.MAPPED : Item.Outcome.MAPPED_WITH_REMARK;
    return new Item(place, what, flow, outcome, remarks);
  }
}
