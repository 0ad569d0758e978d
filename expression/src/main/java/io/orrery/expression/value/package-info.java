/// Values as templates know them, and the forms that they are written in and read from: text, JSON,
/// YAML, Ion, dates.
@NullMarked
package io.orrery.expression.value;

import org.jspecify.annotations.NullMarked;
