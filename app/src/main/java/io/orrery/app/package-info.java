/// `main`, and the one place where things are made and joined.
@NullMarked
package io.orrery.app;

import org.jspecify.annotations.NullMarked;
