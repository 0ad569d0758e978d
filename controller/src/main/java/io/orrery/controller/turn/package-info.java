/// Turns of vnodes: commands in, one transaction, then what is to be done about it.
@NullMarked
package io.orrery.controller.turn;

import org.jspecify.annotations.NullMarked;
