/// From text to syntax tree: Pebble's lexer and parser with Kestra's operators and tags.
///
/// Only the syntax is Pebble's. What a tree means is decided in `code`, so that nothing of Pebble's
/// runtime, which reaches Java objects by reflection, ever sees a value.
@NullMarked
package io.orrery.expression.parse;

import org.jspecify.annotations.NullMarked;
