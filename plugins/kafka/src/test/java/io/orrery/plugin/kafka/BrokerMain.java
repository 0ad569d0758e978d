package io.orrery.plugin.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/// A broker that is a cluster of its own: `FOLDER PORT CONTROLLER-PORT`. Says READY once it is.
final class BrokerMain {
  private BrokerMain() {}

  public static void main(String[] arguments) throws Exception {
    var log = Path.of(arguments[0]).resolve("log");
    if (!Files.exists(log)) {
      new Formatter()
          .setPrintStream(System.err)
          .setClusterId(Uuid.randomUuid().toString())
          .setNodeId(1)
          .setControllerListenerName("CONTROLLER")
          .setMetadataLogDirectory(log.toString())
          .addDirectory(log.toString())
          .run();
    }
    var config = KafkaConfig.fromProps(properties(log, arguments[1], arguments[2]));
    var server = new KafkaRaftServer(config, Time.SYSTEM);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown));
    server.startup();
    System.out.println("READY");
    server.awaitShutdown();
  }

  private static Properties properties(Path log, String port, String controllerPort)
      throws IOException {
    var properties = new Properties();
    properties.load(
        new java.io.StringReader(
            """
            process.roles=broker,controller
            node.id=1
            controller.quorum.voters=1@localhost:%2$s
            listeners=PLAINTEXT://localhost:%1$s,CONTROLLER://localhost:%2$s
            advertised.listeners=PLAINTEXT://localhost:%1$s
            controller.listener.names=CONTROLLER
            offsets.topic.replication.factor=1
            offsets.topic.num.partitions=1
            transaction.state.log.replication.factor=1
            transaction.state.log.min.isr=1
            transaction.state.log.num.partitions=1
            group.initial.rebalance.delay.ms=0
            num.partitions=2
            """
                .formatted(port, controllerPort)));
    properties.setProperty("log.dirs", log.toString());
    return properties;
  }
}
