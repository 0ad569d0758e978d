@NullMarked
package io.orrery.model.state;

import org.jspecify.annotations.NullMarked;
