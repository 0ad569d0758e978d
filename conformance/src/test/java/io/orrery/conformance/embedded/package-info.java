/// The harness against a real instance.
@NullMarked
package io.orrery.conformance.embedded;

import org.jspecify.annotations.NullMarked;
