/// Turns of vnodes, timers, dispatch and membership. Drives `engine`, `store` and `rpc`; decides
/// nothing itself and runs nothing that a user wrote on a vnode's thread.
@NullMarked
package io.orrery.controller;

import org.jspecify.annotations.NullMarked;
