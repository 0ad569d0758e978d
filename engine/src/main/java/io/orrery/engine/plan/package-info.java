/// A flow compiled once a revision: its tasks as a tree of numbered nodes, and what each template
/// reads.
@NullMarked
package io.orrery.engine.plan;

import org.jspecify.annotations.NullMarked;
