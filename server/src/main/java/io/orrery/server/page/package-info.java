/// The web page: files that another module packed, over HTTP.
@NullMarked
package io.orrery.server.page;

import org.jspecify.annotations.NullMarked;
