/// How much one rendering may use: steps, time, text, items, nesting.
///
/// What a user wrote is a program; here is what keeps it from running, growing or recursing for
/// ever. Every bound names itself and its size when it is passed.
@NullMarked
package io.orrery.expression.bound;

import org.jspecify.annotations.NullMarked;
