/// What other schedulers export, as Orrery's flows.
///
/// Pure: texts in, the texts of flows and a report out. Nothing that was exported is run, loaded as
/// a class or deserialised. Everything that a source says is either in a flow or told in the
/// report: nothing is left out silently. The same texts give the same flows, byte for byte.
@NullMarked
package io.orrery.imports;

import org.jspecify.annotations.NullMarked;
