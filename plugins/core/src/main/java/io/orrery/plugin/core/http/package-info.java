/// Requests to other systems over HTTP. What may be secret stays out of messages: credentials are
/// masked, addresses are shown without their query.
@NullMarked
package io.orrery.plugin.core.http;

import org.jspecify.annotations.NullMarked;
