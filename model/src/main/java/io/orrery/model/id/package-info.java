/// Names of things: small values that every other room may carry.
@NullMarked
package io.orrery.model.id;

import org.jspecify.annotations.NullMarked;
