package io.orrery.engine.plan;

import io.orrery.expression.Template;
import io.orrery.model.flow.Sla;
import java.util.Optional;

/// What a flow promises about its executions, compiled.
///
/// @param assertion there exactly when the promise is an assertion; broken when it renders to
///   something false
public record Promise(Sla sla, Optional<Template> assertion) {}
