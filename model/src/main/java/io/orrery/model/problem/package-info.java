/// A user's mistakes as values: what, where, how to mend; all of them at once.
@NullMarked
package io.orrery.model.problem;

import org.jspecify.annotations.NullMarked;
