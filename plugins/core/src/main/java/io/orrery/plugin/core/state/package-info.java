/// A flow's or a namespace's memory from one execution to the next, kept in the key-value store:
/// the older way to do what the tasks of `kv` do.
@NullMarked
package io.orrery.plugin.core.state;

import org.jspecify.annotations.NullMarked;
