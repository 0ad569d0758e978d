@NullMarked
package io.orrery.engine.window;

import org.jspecify.annotations.NullMarked;
