/// Reading corpus directories.
@NullMarked
package io.orrery.conformance.corpus;

import org.jspecify.annotations.NullMarked;
