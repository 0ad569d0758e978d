package io.orrery.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DatabaseConfigTest {

  @ParameterizedTest
  @ValueSource(strings = {"sqlite:/var/lib/orrery/data.db", "jdbc:sqlite:/var/lib/orrery/data.db"})
  void a_file(String text) {
    var config = (DatabaseConfig.Sqlite) DatabaseConfig.parse(text);
    assertThat(config.file()).isEqualTo(Path.of("/var/lib/orrery/data.db"));
    assertThat(config.vnodes()).isEqualTo(128);
  }

  @ParameterizedTest
  @CsvSource({
    "postgresql://ann:s%40fe:x@db.example:5433/flows, jdbc:postgresql://db.example:5433/flows, ann, s@fe:x",
    "postgres://ann:a+b@db/flows?sslmode=require, jdbc:postgresql://db/flows?sslmode=require, ann, a+b",
    "jdbc:postgresql://db/flows?user=ann&sslmode=require&password=x%26y, jdbc:postgresql://db/flows?sslmode=require, ann, x&y",
    "jdbc:postgresql://a:1/flows?user=ann&password=p, jdbc:postgresql://a:1/flows, ann, p",
  })
  void a_server(String text, String url, String user, String password) {
    var config = (DatabaseConfig.Postgresql) DatabaseConfig.parse(text);
    assertThat(config.url()).isEqualTo(url);
    assertThat(config.user()).contains(user);
    assertThat(config.password()).contains(password);
    assertThat(config.toString()).contains(url).doesNotContain(password + ",");
  }

  @Test
  void a_server_without_credentials() {
    var config = (DatabaseConfig.Postgresql) DatabaseConfig.parse("postgresql://db/flows");
    assertThat(config.user()).isEmpty();
    assertThat(config.password()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "mysql://db", "sqlite:", "sqlite::memory:", "postgresql://a b/c"})
  void anything_else_is_refused(String text) {
    assertThatThrownBy(() -> DatabaseConfig.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_refusal_does_not_tell_the_password() {
    assertThatThrownBy(() -> DatabaseConfig.parse("postgresql://ann:hush hush@db/flows"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("hush");
  }
}
