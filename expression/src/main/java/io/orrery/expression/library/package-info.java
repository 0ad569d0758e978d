/// What templates can call: filters, functions and tests, one group a file.
///
/// Names and arguments are Kestra's, old spellings included. Nothing here knows how a template is
/// parsed or run; a call gets its arguments and a [Context].
@NullMarked
package io.orrery.expression.library;

import org.jspecify.annotations.NullMarked;
