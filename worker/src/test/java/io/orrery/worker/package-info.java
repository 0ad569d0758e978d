/// Jobs run for real against a controller that only remembers.
@NullMarked
package io.orrery.worker;

import org.jspecify.annotations.NullMarked;
