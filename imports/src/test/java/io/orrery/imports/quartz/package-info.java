@NullMarked
package io.orrery.imports.quartz;

import org.jspecify.annotations.NullMarked;
