/// The picture of a flow or of an execution: what follows what, as nodes and edges.
@NullMarked
package io.orrery.engine.graph;

import org.jspecify.annotations.NullMarked;
