/// What is particular to SQL: configuration, files, migrations, encodings, crashes.
@NullMarked
package io.orrery.store.sql;

import org.jspecify.annotations.NullMarked;
