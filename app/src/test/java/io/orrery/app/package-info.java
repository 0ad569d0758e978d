/// Tests of the whole: architecture, launcher, examples.
@NullMarked
package io.orrery.app;

import org.jspecify.annotations.NullMarked;
