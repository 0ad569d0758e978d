package io.orrery.controller.evaluation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// AES-GCM with the instance's key; a cipher is base64 of nonce, text and tag.
public final class AesSealing implements Sealing {

  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final Optional<SecretKeySpec> key;
  private final SecureRandom random = new SecureRandom();

  /// @param key 16, 24 or 32 bytes; empty when the instance has none
  public AesSealing(Optional<byte[]> key) {
    this.key = key.map(bytes -> new SecretKeySpec(bytes, "AES"));
  }

  @Override
  public String seal(String plain) {
    var nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    var sealed = cipher(Cipher.ENCRYPT_MODE, nonce, plain.getBytes(StandardCharsets.UTF_8));
    var both = ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed).array();
    return Base64.getEncoder().encodeToString(both);
  }

  @Override
  public String open(String sealed) {
    var both = Base64.getDecoder().decode(sealed);
    var nonce = Arrays.copyOf(both, NONCE_BYTES);
    var text = Arrays.copyOfRange(both, NONCE_BYTES, both.length);
    return new String(cipher(Cipher.DECRYPT_MODE, nonce, text), StandardCharsets.UTF_8);
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
