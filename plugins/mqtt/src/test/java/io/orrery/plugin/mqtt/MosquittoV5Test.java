package io.orrery.plugin.mqtt;

import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

class MosquittoV5Test extends MqttContract {

  @Override
  String version() {
    return "V5";
  }

  @Override
  Broker broker(Path place) throws Exception {
    var program = Mosquitto.installed();
    Assumptions.assumeTrue(program.isPresent(), "Mosquitto is not installed");
    return new Mosquitto(program.orElseThrow(), place);
  }
}
