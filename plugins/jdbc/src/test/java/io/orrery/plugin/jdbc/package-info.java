@NullMarked
package io.orrery.plugin.jdbc;

import org.jspecify.annotations.NullMarked;
