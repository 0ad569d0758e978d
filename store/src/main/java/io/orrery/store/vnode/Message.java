package io.orrery.store.vnode;

/// A durable message between vnodes: a row of `inbox`, written in the sender's transaction, deleted
/// in the receiver's.
///
/// @param id given by the store; 0 before it is written
/// @param vnode the receiver
/// @param kind which command it becomes
/// @param body JSON
public record Message(long id, int vnode, String kind, String body) {}
