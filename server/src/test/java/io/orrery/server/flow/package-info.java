/// The server as clients see it: over real sockets, with rooms in memory behind.
@NullMarked
package io.orrery.server.flow;

import org.jspecify.annotations.NullMarked;
