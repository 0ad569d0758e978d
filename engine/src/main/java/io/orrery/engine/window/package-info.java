/// What Flow triggers have gathered in their windows of time, and when it is enough.
@NullMarked
package io.orrery.engine.window;

import org.jspecify.annotations.NullMarked;
