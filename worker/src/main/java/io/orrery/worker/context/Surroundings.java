package io.orrery.worker.context;

import io.orrery.rpc.ControllerPort;
import io.orrery.storage.InternalStorage;
import io.orrery.worker.plugin.Plugins;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/// What all attempts of a worker share.
///
/// @param valueMaxBytes how large the outputs of a job may be
/// @param folder where working folders are made
/// @param killGrace what a program gets between being asked to end and being killed
/// @param variables seen by every template unless the job brings its own: `envs`, `globals` …
public record Surroundings(
    Sources sources,
    long valueMaxBytes,
    Plugins plugins,
    TemplateCache templates,
    Path folder,
    Duration killGrace,
    Map<String, Object> variables) {

  ControllerPort controller() {
    return sources.controller();
  }

  public InternalStorage storage() {
    return sources.storage();
  }

  public InstantSource clock() {
    return sources.clock();
  }
}
