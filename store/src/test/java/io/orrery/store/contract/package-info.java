/// One suite a port, run on real SQLite files and on a real PostgreSQL server.
@NullMarked
package io.orrery.store.contract;

import org.jspecify.annotations.NullMarked;
