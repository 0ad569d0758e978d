/// Bugs that are planted, to see whether the worlds find them.
@NullMarked
package io.orrery.simulation.mutation;

import org.jspecify.annotations.NullMarked;
