/// The resource `executions`: started, read, followed, acted upon; with their files and outputs.
@NullMarked
package io.orrery.server.execution;

import org.jspecify.annotations.NullMarked;
