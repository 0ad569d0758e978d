/// Tasks about the course of an execution that need no engine.
@NullMarked
package io.orrery.plugin.core.execution;

import org.jspecify.annotations.NullMarked;
