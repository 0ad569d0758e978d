/// Runs jobs: takes them while there are permits, runs each on a thread of its own, and sends its
/// result until somebody committed it.
///
/// The worker keeps nothing that it could not lose: what a lost worker ran is dispatched again by
/// the controller. It never sees the database.
@NullMarked
package io.orrery.worker;

import org.jspecify.annotations.NullMarked;
