@NullMarked
package io.orrery.engine.execution;

import org.jspecify.annotations.NullMarked;
