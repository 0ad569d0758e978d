/// The resource `flows`: definitions by namespace and id, their revisions, checks and texts.
@NullMarked
package io.orrery.server.flow;

import org.jspecify.annotations.NullMarked;
