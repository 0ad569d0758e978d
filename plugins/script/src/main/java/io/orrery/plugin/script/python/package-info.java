/// Python scripts.
@NullMarked
package io.orrery.plugin.script.python;

import org.jspecify.annotations.NullMarked;
