/// Schedule entries judged on the engine.
@NullMarked
package io.orrery.conformance.cron;

import org.jspecify.annotations.NullMarked;
