@NullMarked
package io.orrery.simulation.mutation;

import org.jspecify.annotations.NullMarked;
