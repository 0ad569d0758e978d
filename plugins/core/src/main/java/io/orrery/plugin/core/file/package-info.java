/// Triggers that look into folders of the worker's machine.
@NullMarked
package io.orrery.plugin.core.file;

import org.jspecify.annotations.NullMarked;
