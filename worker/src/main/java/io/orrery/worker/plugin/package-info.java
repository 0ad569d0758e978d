/// Plugins as the worker sees them: found by their provider, described for the catalog, and made
/// from the properties of a job.
@NullMarked
package io.orrery.worker.plugin;

import org.jspecify.annotations.NullMarked;
