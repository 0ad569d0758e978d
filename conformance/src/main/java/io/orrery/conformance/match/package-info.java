/// The language in which a corpus says what must come out: plain values, objects compared part by
/// part, and matchers (keys that begin with `$`). Pure; knows nothing of flows.
@NullMarked
package io.orrery.conformance.match;

import org.jspecify.annotations.NullMarked;
