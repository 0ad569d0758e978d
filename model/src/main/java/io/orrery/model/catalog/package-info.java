/// The types that a flow may name, and the properties each one has.
@NullMarked
package io.orrery.model.catalog;

import org.jspecify.annotations.NullMarked;
