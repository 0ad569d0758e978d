package io.orrery.plugin.mqtt;

import java.nio.file.Path;

class MoquetteTest extends MqttContract {

  @Override
  String version() {
    return "V3";
  }

  @Override
  boolean deliversAgain() {
    return false;
  }

  @Override
  Broker broker(Path place) throws Exception {
    return new Moquette(place);
  }
}
