@NullMarked
package io.orrery.server.page;

import org.jspecify.annotations.NullMarked;
