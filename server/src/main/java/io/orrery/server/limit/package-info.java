/// The resource `concurrency-limit`: how many executions of a flow hold a place.
@NullMarked
package io.orrery.server.limit;

import org.jspecify.annotations.NullMarked;
