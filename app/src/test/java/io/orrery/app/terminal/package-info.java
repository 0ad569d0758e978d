/// Tests.
@NullMarked
package io.orrery.app.terminal;

import org.jspecify.annotations.NullMarked;
