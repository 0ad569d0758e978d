/// The flows in memory: parsed and compiled when first asked for.
@NullMarked
package io.orrery.controller.flow;

import org.jspecify.annotations.NullMarked;
