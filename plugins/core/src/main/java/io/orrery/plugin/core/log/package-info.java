/// Tasks that write to the log.
@NullMarked
package io.orrery.plugin.core.log;

import org.jspecify.annotations.NullMarked;
