/// One class a scenario: what it does, what its numbers mean.
@NullMarked
package io.orrery.bench.scenario;

import org.jspecify.annotations.NullMarked;
