package io.orrery.plugin.kafka;

/// What the bytes of a key or value mean.
public enum SerdeType {
  STRING,
  INTEGER,
  FLOAT,
  DOUBLE,
  LONG,
  SHORT,
  BYTE_ARRAY,
  BYTE_BUFFER,
  BYTES,
  UUID,
  VOID,
  JSON
}
