/// Values on their way into records and out of them again: secrets are sealed, large ones are put
/// aside, and both stand in the record as a text of a known shape.
@NullMarked
package io.orrery.model.kept;

import org.jspecify.annotations.NullMarked;
