/// What a flow says: the records that its YAML becomes.
@NullMarked
package io.orrery.model.flow;

import org.jspecify.annotations.NullMarked;
