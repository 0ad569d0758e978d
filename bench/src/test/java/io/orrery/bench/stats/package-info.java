/// Tests of the room of the same name.
@NullMarked
package io.orrery.bench.stats;

import org.jspecify.annotations.NullMarked;
