/// The resource `namespaces`: definitions, files, secrets.
@NullMarked
package io.orrery.server.space;

import org.jspecify.annotations.NullMarked;
