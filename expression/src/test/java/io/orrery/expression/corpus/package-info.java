/// Runs a corpus of expressions, written as data, against the templates.
///
/// The parts do not know JUnit: a case goes in, a verdict comes out.
@NullMarked
package io.orrery.expression.corpus;

import org.jspecify.annotations.NullMarked;
