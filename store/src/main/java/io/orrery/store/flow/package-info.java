/// Saved flows: exact sources by revision.
@NullMarked
package io.orrery.store.flow;

import org.jspecify.annotations.NullMarked;
