/// Reading YAML, tested.
@NullMarked
package io.orrery.model.yaml;

import org.jspecify.annotations.NullMarked;
