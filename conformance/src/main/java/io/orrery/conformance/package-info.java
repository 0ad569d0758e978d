/// Runs a corpus directory against Orrery and says what agrees: the program and its command line.
@NullMarked
package io.orrery.conformance;

import org.jspecify.annotations.NullMarked;
