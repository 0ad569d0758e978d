/// Queries on PostgreSQL.
@NullMarked
package io.orrery.plugin.jdbc.postgresql;

import org.jspecify.annotations.NullMarked;
