package io.orrery.plugin.mqtt;

/// What the bytes of a payload mean.
public enum SerdeType {
  JSON,
  STRING,
  BYTES
}
