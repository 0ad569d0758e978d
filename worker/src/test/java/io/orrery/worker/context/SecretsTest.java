package io.orrery.worker.context;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class SecretsTest {

  @Test
  void secrets_are_base64_in_the_environment_under_names_of_any_case() {
    var logger = (Logger) LoggerFactory.getLogger("secrets");
    logger.setAdditive(false);
    var logged = new ListAppender<ILoggingEvent>();
    logged.start();
    logger.addAppender(logged);

    var secrets =
        Secrets.of(
            Map.of(
                "SECRET_MY_SECRET", base64("value"),
                "SECRET_LINES", base64("long value").replaceAll("(....)", "$1\r\n"),
                "SECRET_PLAIN", "some secret value",
                "SECRET_BYTES", Base64.getEncoder().encodeToString(new byte[] {(byte) 0xff}),
                "OTHER", base64("no")),
            logger);

    assertThat(secrets.find("my_secret")).contains("value");
    assertThat(secrets.find("MY_SECRET")).contains("value");
    assertThat(secrets.find("lines")).contains("long value");
    assertThat(secrets.find("plain")).isEmpty();
    assertThat(secrets.find("bytes")).isEmpty();
    assertThat(secrets.find("other")).isEmpty();
    assertThat(logged.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .hasSize(2)
        .anyMatch(message -> message.contains("SECRET_PLAIN"))
        .anyMatch(message -> message.contains("SECRET_BYTES"))
        .noneMatch(message -> message.contains("some secret value"));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
