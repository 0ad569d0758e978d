package io.orrery.plugin.mqtt;

import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.TrustManagerFactory;

/// Certificates that vouch for a broker.
final class Certificates {
  private Certificates() {}

  /// @param place a path, or the address of a stored file
  static String text(String place, RunContext context) throws IOException {
    if (!place.contains("://")) {
      return Files.readString(Path.of(place));
    }
    try (var content = context.storage().open(URI.create(place))) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /// @param pem one certificate or several
  /// @throws TaskFailure when there is none
  static TrustManagerFactory trusting(String pem) {
    try {
      var bytes = new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8));
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int count = 0;
      for (var each : CertificateFactory.getInstance("X.509").generateCertificates(bytes)) {
        store.setCertificateEntry("ca" + count++, each);
      }
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      return trust;
    } catch (GeneralSecurityException | IOException e) {
      throw new TaskFailure("'crt' holds no certificate in PEM: " + e.getMessage(), e);
    }
  }
}
