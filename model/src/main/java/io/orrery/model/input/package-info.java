/// Values given to a flow, and values it gives back: typed, checked, in the order in which they
/// depend on each other.
///
/// Pure: templates are rendered and secrets sealed by whoever calls.
@NullMarked
package io.orrery.model.input;

import org.jspecify.annotations.NullMarked;
