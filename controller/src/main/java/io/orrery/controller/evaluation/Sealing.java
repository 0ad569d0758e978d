package io.orrery.controller.evaluation;

import io.orrery.model.kept.Keeper;

/// The instance's key: keeps secret values secret at rest.
public interface Sealing extends Keeper.Key {}
