/// Runs the cron part of a conformance corpus: one class a file of it, values in, values out.
@NullMarked
package io.orrery.engine.trigger.corpus;

import org.jspecify.annotations.NullMarked;
