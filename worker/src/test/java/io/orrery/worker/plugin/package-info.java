/// Plugins found, described and made.
@NullMarked
package io.orrery.worker.plugin;

import org.jspecify.annotations.NullMarked;
