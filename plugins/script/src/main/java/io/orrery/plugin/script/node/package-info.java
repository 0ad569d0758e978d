/// Node.js scripts.
@NullMarked
package io.orrery.plugin.script.node;

import org.jspecify.annotations.NullMarked;
