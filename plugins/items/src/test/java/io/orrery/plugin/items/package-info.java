@NullMarked
package io.orrery.plugin.items;

import org.jspecify.annotations.NullMarked;
