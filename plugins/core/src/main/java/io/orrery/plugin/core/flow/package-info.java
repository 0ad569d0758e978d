/// Waiting, on a worker.
@NullMarked
package io.orrery.plugin.core.flow;

import org.jspecify.annotations.NullMarked;
