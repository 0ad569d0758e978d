/// The resource `plugins`: what flows may name, as lists, schemas and pages, for editors.
@NullMarked
package io.orrery.server.plugin;

import org.jspecify.annotations.NullMarked;
