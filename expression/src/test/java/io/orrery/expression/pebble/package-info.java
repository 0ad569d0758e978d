/// What templates do, seen from outside.
@NullMarked
package io.orrery.expression.pebble;

import org.jspecify.annotations.NullMarked;
