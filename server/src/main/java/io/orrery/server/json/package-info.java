/// JSON text and plain values, one into the other: ISO 8601 dates and durations, no nulls.
@NullMarked
package io.orrery.server.json;

import org.jspecify.annotations.NullMarked;
