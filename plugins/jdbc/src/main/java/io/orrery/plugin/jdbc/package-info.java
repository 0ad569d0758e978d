/// Queries on databases: what all databases share. Each has a package of its own, with its types of
/// task and trigger, how a connection is made, and how its cells are read.
@NullMarked
package io.orrery.plugin.jdbc;

import org.jspecify.annotations.NullMarked;
