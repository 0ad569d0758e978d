/// Messages of MQTT: published, read, and waited for.
@NullMarked
package io.orrery.plugin.mqtt;

import org.jspecify.annotations.NullMarked;
