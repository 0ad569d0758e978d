package io.orrery.worker.context;

import io.orrery.rpc.ControllerPort;
import io.orrery.storage.InternalStorage;
import java.time.InstantSource;

/// Where the functions of templates and the files of tasks come from.
///
/// @param secrets those of the environment; those of namespaces are the controller's
public record Sources(
    ControllerPort controller,
    InternalStorage storage,
    LocalFiles localFiles,
    Secrets secrets,
    InstantSource clock) {}
