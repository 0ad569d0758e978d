/// Programs that tasks start, and the certainty that none of them outlives its task.
@NullMarked
package io.orrery.worker.runner;

import org.jspecify.annotations.NullMarked;
