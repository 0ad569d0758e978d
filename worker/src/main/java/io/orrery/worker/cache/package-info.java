/// Outputs of tasks that are used again instead of running the task (`taskCache`).
@NullMarked
package io.orrery.worker.cache;

import org.jspecify.annotations.NullMarked;
