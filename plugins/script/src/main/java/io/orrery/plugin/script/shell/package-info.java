/// Shell commands and scripts.
@NullMarked
package io.orrery.plugin.script.shell;

import org.jspecify.annotations.NullMarked;
