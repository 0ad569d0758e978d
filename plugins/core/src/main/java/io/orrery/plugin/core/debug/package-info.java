/// Tasks that show what templates render to.
@NullMarked
package io.orrery.plugin.core.debug;

import org.jspecify.annotations.NullMarked;
