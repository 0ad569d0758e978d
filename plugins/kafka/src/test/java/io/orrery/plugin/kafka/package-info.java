@NullMarked
package io.orrery.plugin.kafka;

import org.jspecify.annotations.NullMarked;
