/// The one protocol between controller and worker: messages, and the two interfaces that each side
/// offers the other.
///
/// Everything that crosses is a record of plain values, so that a process boundary can lie between
/// the two sides.
@NullMarked
package io.orrery.rpc;

import org.jspecify.annotations.NullMarked;
