/// Queries on SQLite.
@NullMarked
package io.orrery.plugin.jdbc.sqlite;

import org.jspecify.annotations.NullMarked;
