/// Tasks that only hand values on.
@NullMarked
package io.orrery.plugin.core.output;

import org.jspecify.annotations.NullMarked;
