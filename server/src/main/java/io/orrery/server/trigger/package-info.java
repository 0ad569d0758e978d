/// The resource `triggers`: what may start flows, its state, and its switch.
@NullMarked
package io.orrery.server.trigger;

import org.jspecify.annotations.NullMarked;
