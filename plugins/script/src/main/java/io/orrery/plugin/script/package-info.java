/// Tasks that run programs: their files, their environment, and what they say on their output
/// streams.
@NullMarked
package io.orrery.plugin.script;

import org.jspecify.annotations.NullMarked;
