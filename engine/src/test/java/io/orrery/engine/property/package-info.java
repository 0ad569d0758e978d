/// Drawing at random, reproducibly, for tests of properties.
@NullMarked
package io.orrery.engine.property;

import org.jspecify.annotations.NullMarked;
