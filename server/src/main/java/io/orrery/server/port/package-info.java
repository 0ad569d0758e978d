/// What the server needs of the outside that no other room offers as a port.
@NullMarked
package io.orrery.server.port;

import org.jspecify.annotations.NullMarked;
