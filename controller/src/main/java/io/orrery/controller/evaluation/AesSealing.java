package io.orrery.controller.evaluation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// AES-GCM with the instance's key; a sealed value is a map of Kestra's shape, `{type:
/// …aes_encrypted, value: base64}`.
public final class AesSealing implements Sealing {

  private static final String TYPE = "io.kestra.datatype:aes_encrypted";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final Optional<SecretKeySpec> key;
  private final SecureRandom random = new SecureRandom();

  /// @param key 16, 24 or 32 bytes; empty when the instance has none
  public AesSealing(Optional<byte[]> key) {
    this.key = key.map(bytes -> new SecretKeySpec(bytes, "AES"));
  }

  @Override
  public Object seal(String plain) {
    var nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    var sealed = cipher(Cipher.ENCRYPT_MODE, nonce, plain.getBytes(StandardCharsets.UTF_8));
    var both = ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed).array();
    var value = new LinkedHashMap<String, Object>();
    value.put("type", TYPE);
    value.put("value", Base64.getEncoder().encodeToString(both));
    return value;
  }

  @Override
  public Map<String, Object> open(Map<String, Object> tree, Consumer<String> seen) {
    var opened = new LinkedHashMap<String, Object>();
    tree.forEach((name, value) -> opened.put(name, openValue(value, seen)));
    return opened;
  }

  private Object openValue(Object value, Consumer<String> seen) {
    return switch (value) {
      case Map<?, ?> map
          when TYPE.equals(map.get("type")) && map.get("value") instanceof String -> {
        var both = Base64.getDecoder().decode(String.valueOf(map.get("value")));
        var nonce = Arrays.copyOf(both, NONCE_BYTES);
        var plain =
            new String(
                cipher(
                    Cipher.DECRYPT_MODE, nonce, Arrays.copyOfRange(both, NONCE_BYTES, both.length)),
                StandardCharsets.UTF_8);
        seen.accept(plain);
        yield plain;
      }
      case Map<?, ?> map -> {
        var opened = new LinkedHashMap<String, @Nullable Object>();
        map.forEach(
            (name, item) ->
                opened.put(String.valueOf(name), item == null ? null : openValue(item, seen)));
        yield opened;
      }
      case List<?> list ->
          list.stream().map(item -> item == null ? "" : openValue(item, seen)).toList();
      default -> value;
    };
  }

  private byte[] cipher(int mode, byte[] nonce, byte[] text) {
    try {
      var cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          mode,
          key.orElseThrow(() -> new IllegalStateException("no encryption key is configured")),
          new GCMParameterSpec(TAG_BITS, nonce));
      return cipher.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "a secret value cannot be read: is the encryption key the one it was stored with?", e);
    }
  }
}
