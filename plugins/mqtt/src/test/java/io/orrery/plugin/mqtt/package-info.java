@NullMarked
package io.orrery.plugin.mqtt;

import org.jspecify.annotations.NullMarked;
