/// Where scripts run.
@NullMarked
package io.orrery.plugin.core.runner;

import org.jspecify.annotations.NullMarked;
