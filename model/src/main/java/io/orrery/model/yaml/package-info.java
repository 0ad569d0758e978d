/// YAML text into records, with the place of every mistake.
@NullMarked
package io.orrery.model.yaml;

import org.jspecify.annotations.NullMarked;
