/// Pictures of flows and executions for the API.
@NullMarked
package io.orrery.server.graph;

import org.jspecify.annotations.NullMarked;
