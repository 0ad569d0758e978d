/// The command line: one file a command. Data goes to standard output, the rest to standard error.
///
/// Commands know the rest of the house by [Parts] and [Instance] alone.
@NullMarked
package io.orrery.app.command;

import org.jspecify.annotations.NullMarked;
