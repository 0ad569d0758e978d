/// Plays the cases of a corpus on a subject: steps, then what must be true at the end.
///
/// A step or expectation that nobody understands makes the case unsupported, never passed.
@NullMarked
package io.orrery.conformance.cases;

import org.jspecify.annotations.NullMarked;
