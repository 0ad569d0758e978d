/// Tests.
@NullMarked
package io.orrery.app.command;

import org.jspecify.annotations.NullMarked;
