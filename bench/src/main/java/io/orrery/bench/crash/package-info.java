/// Kill -9 at random moments, and the proof that nothing was lost, doubled or left standing.
@NullMarked
package io.orrery.bench.crash;

import org.jspecify.annotations.NullMarked;
