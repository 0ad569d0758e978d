/// What a plugin author imports, and nothing else.
///
/// A plugin is a record annotated with [Plugin]; its components are its properties in YAML. It runs
/// in a [RunContext], which is its only way to the world of flows: templates, files, keys, logs. A
/// jar names its plugins in a [PluginProvider].
@NullMarked
package io.orrery.plugin.api;

import org.jspecify.annotations.NullMarked;
