/// The states of executions and task runs, and which of them are final.
@NullMarked
package io.orrery.model.state;

import org.jspecify.annotations.NullMarked;
