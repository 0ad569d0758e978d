/// Runs the schedules of a corpus on the trigger engine itself.
@NullMarked
package io.orrery.conformance.cron;

import org.jspecify.annotations.NullMarked;
