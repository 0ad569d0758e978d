/// The trigger machine: cron, slots, misfires, and the pure function that decides fires.
///
/// A slot is an instant that a schedule owes. From a text to an execution: [Cron] reads the text
/// into sets of local times, [Timetable] makes them instants of a zone, [Triggers] gives each of
/// those that became due exactly one decision.
@NullMarked
package io.orrery.engine.trigger;

import org.jspecify.annotations.NullMarked;
