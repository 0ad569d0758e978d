/// Tasks on the key-value store of a namespace.
@NullMarked
package io.orrery.plugin.core.kv;

import org.jspecify.annotations.NullMarked;
