/// What the tests of plugins run them in: a context with real files and real templates, a memory,
/// and an emitter that remembers. No server, no worker, no network.
@NullMarked
package io.orrery.testing;

import org.jspecify.annotations.NullMarked;
