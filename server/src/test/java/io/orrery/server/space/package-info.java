@NullMarked
package io.orrery.server.space;

import org.jspecify.annotations.NullMarked;
