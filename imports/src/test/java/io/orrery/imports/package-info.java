@NullMarked
package io.orrery.imports;

import org.jspecify.annotations.NullMarked;
