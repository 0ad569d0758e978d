/// The resource `namespaces/{namespace}/kv`: values by key.
@NullMarked
package io.orrery.server.kv;

import org.jspecify.annotations.NullMarked;
