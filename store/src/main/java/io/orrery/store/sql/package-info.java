/// Everything that knows SQL: one database behind one dialect, migrations, and the stores over
/// them.
@NullMarked
package io.orrery.store.sql;

import org.jspecify.annotations.NullMarked;
