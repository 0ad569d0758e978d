/// Keeping secrets, and opening them again.
@NullMarked
package io.orrery.model.kept;

import org.jspecify.annotations.NullMarked;
