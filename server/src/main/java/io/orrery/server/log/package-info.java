/// The resource `logs`: lines of executions and triggers, read, searched and followed.
@NullMarked
package io.orrery.server.log;

import org.jspecify.annotations.NullMarked;
