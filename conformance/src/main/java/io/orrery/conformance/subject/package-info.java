/// The port to what is tested: what a running instance offers, in neutral records. A method that an
/// instance does not offer throws [Unsupported]; a request that it does not meet, [Refusal].
@NullMarked
package io.orrery.conformance.subject;

import org.jspecify.annotations.NullMarked;
