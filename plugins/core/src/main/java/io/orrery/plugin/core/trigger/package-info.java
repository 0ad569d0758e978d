/// Tasks about triggers.
@NullMarked
package io.orrery.plugin.core.trigger;

import org.jspecify.annotations.NullMarked;
