/// What people see while an execution runs: lines for a log file, a moving picture for a terminal.
@NullMarked
package io.orrery.app.terminal;

import org.jspecify.annotations.NullMarked;
