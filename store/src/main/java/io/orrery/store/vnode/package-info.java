/// What a turn writes and what an owner loads: the port that the controller drives.
@NullMarked
package io.orrery.store.vnode;

import org.jspecify.annotations.NullMarked;
