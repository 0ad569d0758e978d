package io.orrery.plugin.api;

/// One step of a flow.
public interface Task {}
