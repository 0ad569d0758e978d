/// Tests of the room of the same name.
@NullMarked
package io.orrery.bench.crash;

import org.jspecify.annotations.NullMarked;
