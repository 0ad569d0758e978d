/// Encodings: whatever goes in comes out.
@NullMarked
package io.orrery.store.sql.codec;

import org.jspecify.annotations.NullMarked;
