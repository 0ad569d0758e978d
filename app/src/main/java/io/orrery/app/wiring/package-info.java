/// The one place where things are made and joined.
@NullMarked
package io.orrery.app.wiring;

import org.jspecify.annotations.NullMarked;
