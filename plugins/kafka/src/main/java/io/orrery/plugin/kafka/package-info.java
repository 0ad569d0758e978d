/// Messages of Kafka: written, read, and waited for.
@NullMarked
package io.orrery.plugin.kafka;

import org.jspecify.annotations.NullMarked;
