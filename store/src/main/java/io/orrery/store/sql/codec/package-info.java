/// How values of the field look inside a column: short text or bytes. Pure functions, each with its
/// inverse.
@NullMarked
package io.orrery.store.sql.codec;

import org.jspecify.annotations.NullMarked;
