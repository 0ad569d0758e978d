/// Tasks that measure.
@NullMarked
package io.orrery.plugin.core.metric;

import org.jspecify.annotations.NullMarked;
