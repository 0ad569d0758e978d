/// The execution machine: records, events, and the pure function that says what happens next.
@NullMarked
package io.orrery.engine.execution;

import org.jspecify.annotations.NullMarked;
