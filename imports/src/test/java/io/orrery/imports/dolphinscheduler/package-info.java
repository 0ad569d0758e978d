@NullMarked
package io.orrery.imports.dolphinscheduler;

import org.jspecify.annotations.NullMarked;
