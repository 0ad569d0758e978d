/// The real subject: Orrery itself, embedded in this process, asked through its ports and its API.
@NullMarked
package io.orrery.conformance.embedded;

import org.jspecify.annotations.NullMarked;
