/// HTTP as the resources see it: a call, an answer, a router, and the guards before them. Only this
/// package knows that the server is Jetty.
@NullMarked
package io.orrery.server.http;

import org.jspecify.annotations.NullMarked;
