package io.orrery.model.input;

import io.orrery.model.flow.Input;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;

/// The order in which inputs can be resolved: each after those it depends on. Without recursion;
/// members of a circle (refused on save) come in any order.
final class DependencyOrder {
  private DependencyOrder() {}

  static List<Input> of(List<Input> inputs) {
    var byId = new LinkedHashMap<String, Input>();
    inputs.forEach(input -> byId.put(input.id(), input));
    var entered = new HashSet<String>();
    var left = new HashSet<String>();
    var order = new ArrayList<Input>();
    var open = new ArrayDeque<Input>();
    for (var start : byId.values()) {
      open.push(start);
      while (!open.isEmpty()) {
        var input = open.peek();
        if (entered.add(input.id())) {
          for (var need : input.dependsOn().reversed()) {
            var needed = byId.get(need);
            if (needed != null && !entered.contains(need)) open.push(needed);
          }
          continue;
        }
        open.pop();
        if (left.add(input.id())) order.add(input);
      }
    }
    return order;
  }
}
