/// What can be set, its defaults, and reading it from `orrery.yml`, the environment and flags.
///
/// Truths: [Settings] is the one list of keys and defaults; a value is checked where it is read, so
/// a [ServerConfig] is always good; secrets never print.
@NullMarked
package io.orrery.app.config;

import org.jspecify.annotations.NullMarked;
