/// What each matcher accepts and refuses.
@NullMarked
package io.orrery.conformance.match;

import org.jspecify.annotations.NullMarked;
