/// The schema and the documentation, of everything that is really there.
@NullMarked
package io.orrery.app.schema;

import org.jspecify.annotations.NullMarked;
