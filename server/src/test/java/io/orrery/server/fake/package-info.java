/// The rooms behind the server, in memory: small, honest versions of the ports.
@NullMarked
package io.orrery.server.fake;

import org.jspecify.annotations.NullMarked;
