package io.orrery.plugin.mqtt;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientTransportConfig;
import io.orrery.plugin.mqtt.MqttProperties.Login;
import java.util.concurrent.TimeUnit;

/// The way to a broker.
final class Transport {
  private Transport() {}

  static MqttClientTransportConfig of(Login login) {
    var transport =
        MqttClientTransportConfig.builder()
            .serverHost(login.host())
            .serverPort(login.port())
            .socketConnectTimeout(login.timeout().toMillis(), TimeUnit.MILLISECONDS)
            .mqttConnectTimeout(login.timeout().toMillis(), TimeUnit.MILLISECONDS);
    if (login.tls()) {
      var tls = MqttClientSslConfig.builder();
      if (login.trust().isPresent()) {
        var _ = tls.trustManagerFactory(Certificates.trusting(login.trust().get()));
      }
      if (!login.checkHost()) {
        var _ = tls.hostnameVerifier((host, session) -> true);
      }
      var _ = transport.sslConfig(tls.build());
    }
    return transport.build();
  }
}
