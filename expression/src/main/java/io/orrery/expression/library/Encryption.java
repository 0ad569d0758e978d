package io.orrery.expression.library;

import io.orrery.expression.ExpressionException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// `encrypt` and `decrypt`: AES-GCM with a base64 key; the result is base64 of a 12-byte nonce
/// followed by the cipher text and its 16-byte tag. What either platform wrote, the other reads.
final class Encryption {

  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private Encryption() {}

  static List<Function> all() {
    return List.of(
        Function.of(
            "encrypt",
            List.of("key", "plaintext"),
            (arguments, context) ->
                encrypt(arguments.text("key"), arguments.text("plaintext"), context)),
        Function.of(
            "decrypt",
            List.of("key", "encrypted"),
            (arguments, context) -> {
              var plain = decrypt(arguments.text("key"), arguments.text("encrypted"));
              context.secret(plain);
              context.services().sensitive(plain);
              return plain;
            }));
  }

  private static String encrypt(String key, String plain, Context context) {
    var nonce = new byte[NONCE_BYTES];
    context.random().nextBytes(nonce);
    var sealed = run(Cipher.ENCRYPT_MODE, key, nonce, plain.getBytes(StandardCharsets.UTF_8));
    var all = Arrays.copyOf(nonce, nonce.length + sealed.length);
    System.arraycopy(sealed, 0, all, nonce.length, sealed.length);
    return Base64.getEncoder().encodeToString(all);
  }

  private static String decrypt(String key, String encrypted) {
    var all = Base64.getDecoder().decode(encrypted);
    if (all.length < NONCE_BYTES) {
      throw new ExpressionException("what decrypt() was given is too short", 0);
    }
    var nonce = Arrays.copyOf(all, NONCE_BYTES);
    var sealed = Arrays.copyOfRange(all, NONCE_BYTES, all.length);
    return new String(run(Cipher.DECRYPT_MODE, key, nonce, sealed), StandardCharsets.UTF_8);
  }

  private static byte[] run(int mode, String key, byte[] nonce, byte[] input) {
    try {
      var cipher = Cipher.getInstance(CIPHER);
      cipher.init(
          mode,
          new SecretKeySpec(Base64.getDecoder().decode(key), "AES"),
          new GCMParameterSpec(TAG_BITS, nonce));
      return cipher.doFinal(input);
    } catch (GeneralSecurityException e) {
      throw new ExpressionException(String.valueOf(e.getMessage()), 0, e);
    }
  }
}
