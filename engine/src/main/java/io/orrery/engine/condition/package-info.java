/// Whether the conditions of triggers and listeners hold, for a watched execution or a date.
@NullMarked
package io.orrery.engine.condition;

import org.jspecify.annotations.NullMarked;
