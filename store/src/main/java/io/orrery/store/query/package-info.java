/// Reads for the API. They skip the engine and see committed rows only.
@NullMarked
package io.orrery.store.query;

import org.jspecify.annotations.NullMarked;
