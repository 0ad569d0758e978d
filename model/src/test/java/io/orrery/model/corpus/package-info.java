/// The conformance corpus, as far as the model alone can answer it.
@NullMarked
package io.orrery.model.corpus;

import org.jspecify.annotations.NullMarked;
