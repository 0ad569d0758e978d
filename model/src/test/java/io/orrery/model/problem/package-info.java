/// Problems, tested.
@NullMarked
package io.orrery.model.problem;

import org.jspecify.annotations.NullMarked;
