/// Reading inputs, tested.
@NullMarked
package io.orrery.model.input;

import org.jspecify.annotations.NullMarked;
