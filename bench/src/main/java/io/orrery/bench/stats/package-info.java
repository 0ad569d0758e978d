/// Numbers of rounds, and what is said of them.
@NullMarked
package io.orrery.bench.stats;

import org.jspecify.annotations.NullMarked;
