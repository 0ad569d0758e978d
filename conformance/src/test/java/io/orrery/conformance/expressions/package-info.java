/// Expression entries judged on the engine.
@NullMarked
package io.orrery.conformance.expressions;

import org.jspecify.annotations.NullMarked;
