package io.orrery.expression;

import java.util.Set;
import java.util.TreeSet;

/// The variables that a template names, so that a job carries what it needs and no more.
///
/// @param outputs task ids named as `outputs.x` or `outputs['x']`
/// @param inputs first parts of the ids named as `inputs.x` or `inputs['x']`
/// @param roots first names of every path: `inputs`, `vars`, `taskrun` …
/// @param dynamic whether `outputs` is read in a way that only rendering can tell, as `outputs[x]`,
///   `outputs | keys`, `printContext()` or `render(…)`
public record Reads(Set<String> outputs, Set<String> inputs, Set<String> roots, boolean dynamic) {

  public static final Reads NOTHING = new Reads(Set.of(), Set.of(), Set.of(), false);

  public Reads {
    outputs = java.util.Collections.unmodifiableSet(new TreeSet<>(outputs));
    inputs = java.util.Collections.unmodifiableSet(new TreeSet<>(inputs));
    roots = java.util.Collections.unmodifiableSet(new TreeSet<>(roots));
  }

  public Reads and(Reads other) {
    var allOutputs = new TreeSet<>(outputs);
    allOutputs.addAll(other.outputs);
    var allInputs = new TreeSet<>(inputs);
    allInputs.addAll(other.inputs);
    var allRoots = new TreeSet<>(roots);
    allRoots.addAll(other.roots);
    return new Reads(allOutputs, allInputs, allRoots, dynamic || other.dynamic);
  }
}
