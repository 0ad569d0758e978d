/// The trigger machine: cron, slots, misfires, and the pure function that decides fires.
@NullMarked
package io.orrery.engine.trigger;

import org.jspecify.annotations.NullMarked;
