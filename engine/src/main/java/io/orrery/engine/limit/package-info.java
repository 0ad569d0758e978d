/// How many executions of a flow may run: who starts, who waits, who is turned away.
@NullMarked
package io.orrery.engine.limit;

import org.jspecify.annotations.NullMarked;
