/// The command line of the harness.
@NullMarked
package io.orrery.conformance;

import org.jspecify.annotations.NullMarked;
