/// Tests of the room of the same name.
@NullMarked
package io.orrery.bench.scenario;

import org.jspecify.annotations.NullMarked;
