/// Tasks whose very definition is a template.
@NullMarked
package io.orrery.plugin.core.templating;

import org.jspecify.annotations.NullMarked;
