/// What operators and machines ask: health, metrics, version, and the front page.
@NullMarked
package io.orrery.server.operation;

import org.jspecify.annotations.NullMarked;
