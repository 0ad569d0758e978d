/// Tests.
@NullMarked
package io.orrery.app.config;

import org.jspecify.annotations.NullMarked;
