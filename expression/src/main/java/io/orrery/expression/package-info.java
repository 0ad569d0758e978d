/// Templates: parsed once, evaluated over given variables. Knows nothing of flows.
///
/// The dialect is Pebble with Kestra's rules: strict variables, no recursion, typed results of a
/// lone expression, maps and lists printed as JSON. What a user wrote is bounded in time and output
/// and reaches no Java object.
@NullMarked
package io.orrery.expression;

import org.jspecify.annotations.NullMarked;
