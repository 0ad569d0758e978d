/// What tasks measured.
@NullMarked
package io.orrery.server.metric;

import org.jspecify.annotations.NullMarked;
