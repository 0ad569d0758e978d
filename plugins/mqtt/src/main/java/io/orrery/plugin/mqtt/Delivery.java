package io.orrery.plugin.mqtt;

import java.util.Map;

/// A message that came.
///
/// @param packetId the broker's number of it while it is not acknowledged; 0 for QoS 0
/// @param again whether the broker says that it may have delivered it before
/// @param acknowledge to be run once it may be forgotten at the broker
// Its bytes are read once and compared with nothing.
@SuppressWarnings("ArrayRecordComponent")
record Delivery(
    String topic,
    byte[] payload,
    int qos,
    boolean retain,
    Map<String, String> properties,
    int packetId,
    boolean again,
    Runnable acknowledge) {}
