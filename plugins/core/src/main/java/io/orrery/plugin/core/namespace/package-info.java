/// Tasks on the files of a namespace.
@NullMarked
package io.orrery.plugin.core.namespace;

import org.jspecify.annotations.NullMarked;
