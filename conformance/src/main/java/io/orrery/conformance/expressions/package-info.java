/// Runs the expressions of a corpus on the template engine itself.
@NullMarked
package io.orrery.conformance.expressions;

import org.jspecify.annotations.NullMarked;
