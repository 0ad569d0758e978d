/// The language of flows as a table: every part and type, its properties and what they are for.
///
/// The table (`*.yaml` beside this package's classes) is what the JSON schema and the documentation
/// are made of. What the readers accept is the authority: a test holds the two against each other.
@NullMarked
package io.orrery.model.language;

import org.jspecify.annotations.NullMarked;
