/// Many seeds, and that each replays exactly.
@NullMarked
package io.orrery.simulation;

import org.jspecify.annotations.NullMarked;
