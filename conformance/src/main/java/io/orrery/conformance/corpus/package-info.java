/// A corpus directory as it lies on the disk: lines of JSON, flows, data.
@NullMarked
package io.orrery.conformance.corpus;

import org.jspecify.annotations.NullMarked;
