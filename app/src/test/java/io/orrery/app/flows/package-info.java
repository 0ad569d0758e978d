/// Flows as text and what must come of them, on a whole server and both databases.
@NullMarked
package io.orrery.app.flows;

import org.jspecify.annotations.NullMarked;
