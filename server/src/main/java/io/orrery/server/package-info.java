/// The HTTP API: Kestra's paths and shapes, over what the controller does and the store remembers.
/// It decides nothing.
@NullMarked
package io.orrery.server;

import org.jspecify.annotations.NullMarked;
