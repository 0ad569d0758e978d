/// The templates of the product: Pebble's syntax, Kestra's rules, our bounds.
@NullMarked
package io.orrery.expression.pebble;

import org.jspecify.annotations.NullMarked;
