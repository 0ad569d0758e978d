/// A controller under a virtual clock: its real loop, decisions and templates over a store, a
/// worker and users that are made here, with faults drawn from a seed.
///
/// One thread does everything, in the order of one queue ([World]), so a seed replays exactly. What
/// must always be true is checked at each commit and after each step ([Invariants]).
@NullMarked
package io.orrery.simulation;

import org.jspecify.annotations.NullMarked;
