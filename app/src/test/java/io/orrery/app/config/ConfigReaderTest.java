package io.orrery.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigReaderTest {

  @TempDir Path home = Path.of("");

  @Test
  void without_a_word_from_anybody_these_are_the_values() {
    assertThat(ready(Map.of(), Map.of()))
        .isEqualTo(
            new ServerConfig(
                home,
                Optional.of(
                    new ServerConfig.Http(
                        "127.0.0.1", 8080, Optional.empty(), 10_485_760L, 1_073_741_824L)),
                new ServerConfig.Database(
                    "sqlite:" + home.resolve("orrery.db"), Optional.empty(), Optional.empty()),
                home.resolve("storage"),
                new ServerConfig.Worker(
                    64,
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(60),
                    Duration.ofMinutes(5),
                    home.resolve("tmp")),
                new ServerConfig.Variables("ENV_", Map.of(), 64L * 1024 * 1024),
                Optional.empty(),
                ZoneId.systemDefault(),
                Optional.of(Duration.ofDays(90)),
                new ServerConfig.Encryption(true, Optional.empty()),
                List.of(),
                new ServerConfig.Recovery(50, 25),
                List.of(),
                true));
  }

  @Test
  void every_default_is_pinned() {
    var defaults = new LinkedHashMap<String, String>();
    Settings.ALL.forEach(setting -> defaults.put(setting.key(), setting.standard()));
    var pinned = new LinkedHashMap<String, String>();
    pinned.put("ledger.retention", "90d");
    pinned.put("http.host", "127.0.0.1");
    pinned.put("http.port", "8080");
    pinned.put("http.user", "");
    pinned.put("http.password", "");
    pinned.put("http.request-max", "10MiB");
    pinned.put("http.upload-max", "1GiB");
    pinned.put("url", "");
    pinned.put("database.url", "");
    pinned.put("database.user", "");
    pinned.put("database.password", "");
    pinned.put("storage.path", "storage");
    pinned.put("worker.permits", "64");
    pinned.put("worker.kill-grace", "5s");
    pinned.put("worker.stop-grace", "60s");
    pinned.put("worker.evaluation-timeout", "5m");
    pinned.put("worker.temp", "tmp");
    pinned.put("zone", "system");
    pinned.put("variables.env-prefix", "ENV_");
    pinned.put("variables.globals", "");
    pinned.put("variables.value-max", "64MiB");
    pinned.put("encryption.secret-key", "");
    pinned.put("encryption.enabled", "true");
    pinned.put("plugins.defaults", "");
    pinned.put("plugins.configurations", "");
    pinned.put("recovery.per-second", "50");
    pinned.put("recovery.per-second-of-namespace", "25");
    pinned.put("local-files.allowed-paths", "");
    pinned.put("examples", "true");
    assertThat(defaults).isEqualTo(pinned);
  }

  @Test
  void the_reference_page_says_what_the_settings_are() throws IOException {
    assertThat(Files.readString(Path.of("../docs/configuration.md")))
        .as("write it anew with: ./orrery configuration > docs/configuration.md")
        .isEqualTo(Reference.page());
  }

  @Test
  void the_environment_wins_over_the_file_and_flags_win_over_both() throws IOException {
    file(
        """
        http:
          port: 1001
          request-max: 1MB
        worker.permits: 7
        zone: Europe/Paris
        """);
    var config =
        ready(
            Map.of("ORRERY_HTTP_PORT", "1002", "ORRERY_WORKER_PERMITS", "8"),
            Map.of("http.port", "1003"));
    assertThat(config.http().orElseThrow().port()).isEqualTo(1003);
    assertThat(config.http().orElseThrow().requestMaxBytes()).isEqualTo(1_000_000);
    assertThat(config.worker().permits()).isEqualTo(8);
    assertThat(config.zone()).isEqualTo(ZoneId.of("Europe/Paris"));
  }

  @Test
  void globals_are_kept_as_a_tree() throws IOException {
    file("variables:\n  globals:\n    region: eu\n    nested: {depth: 2}\n");
    assertThat(ready(Map.of(), Map.of()).variables().globals())
        .isEqualTo(Map.of("region", "eu", "nested", Map.of("depth", 2)));
  }

  @Test
  void an_unknown_key_is_refused_with_what_was_probably_meant() throws IOException {
    file("http:\n  prot: 1\nworkers: 3\nkestra:\n  url: http://x\n");
    assertThat(wrong(Map.of(), Map.of()))
        .containsExactly(
            "orrery.yml http.prot: unknown key. Did you mean 'http.port'?",
            "orrery.yml workers: unknown key. docs/configuration.md lists all keys.",
            "orrery.yml kestra.url: unknown key. That is Kestra's name; here it is 'url'.");
  }

  @Test
  void all_wrong_values_are_found_at_once() throws IOException {
    file("http.port: many\nworker: {permits: 0, kill-grace: soon}\nzone: Mars\nexamples: maybe\n");
    assertThat(wrong(Map.of("ORRERY_HTTP_UPLOAD_MAX", "5 apples"), Map.of()))
        .containsExactly(
            "orrery.yml worker.permits: '0' is not from 1 to 100000",
            "orrery.yml worker.kill-grace: 'soon' is not a duration; write 30s, 5m, 2h or PT30S",
            "orrery.yml http.port: 'many' is not a number from 0 to 65535",
            "ORRERY_HTTP_UPLOAD_MAX: '5 apples' is not a size; write 512KiB, 10MB or a number of"
                + " bytes",
            "orrery.yml zone: 'Mars' is not a time zone; write it as Europe/Paris or UTC",
            "orrery.yml examples: 'maybe' is neither true nor false");
  }

  @Test
  void a_file_that_is_not_yaml_says_where() throws IOException {
    file("http: {port: 1\n");
    assertThat(wrong(Map.of(), Map.of())).singleElement().asString().contains("is not YAML");
    file("- a\n- b\n");
    assertThat(wrong(Map.of(), Map.of())).singleElement().asString().contains("must be a map");
  }

  @Test
  void an_address_that_others_reach_needs_credentials() {
    assertThat(wrong(Map.of(), Map.of("http.host", "0.0.0.0")))
        .singleElement()
        .asString()
        .contains("set http.user and http.password");
    assertThat(wrong(Map.of("ORRERY_HTTP_USER", "admin"), Map.of()))
        .containsExactly("http.user, http.password: one needs the other");
    assertThat(ready(Map.of(), Map.of("http.host", "::1")).http().orElseThrow().host())
        .isEqualTo("::1");
    var credentials =
        ready(
                Map.of("ORRERY_HTTP_USER", "admin", "ORRERY_HTTP_PASSWORD", "top secret"),
                Map.of("http.host", "0.0.0.0"))
            .http()
            .orElseThrow()
            .credentials();
    assertThat(credentials.map(ServerConfig.Credentials::user)).contains("admin");
  }

  @Test
  void a_secret_may_lie_in_a_file_of_its_own() throws IOException {
    Files.writeString(home.resolve("word"), "  open sesame\n");
    file("http:\n  user: ali\n  password-file: word\n");
    assertThat(ready(Map.of(), Map.of()).http().orElseThrow().credentials())
        .contains(new ServerConfig.Credentials("ali", new Secret("open sesame")));
    assertThat(wrong(Map.of("ORRERY_HTTP_PASSWORD", "too"), Map.of()))
        .anyMatch(text -> text.contains("are both given"));
    file("http:\n  user: ali\n  password-file: nowhere\n");
    assertThat(wrong(Map.of(), Map.of())).anyMatch(text -> text.contains("cannot be read"));
  }

  @Test
  void secrets_never_print() {
    var config =
        ready(
            Map.of(
                "ORRERY_HTTP_USER", "admin",
                "ORRERY_HTTP_PASSWORD", "hidden1",
                "ORRERY_DATABASE_URL", "postgresql://me:hidden2@host/db?password=hidden3",
                "ORRERY_DATABASE_PASSWORD", "hidden4",
                "ORRERY_ENCRYPTION_SECRET_KEY", "hiddenhiddenhiddenhiddenhiddenhiddenhiddenA="),
            Map.of());
    assertThat(config.toString()).contains("***").doesNotContain("hidden");
    assertThat(config.database().url()).contains("hidden2");
  }

  @Test
  void a_variable_that_is_nearly_a_setting_gets_a_remark_and_others_none() {
    var environment =
        Map.of("ORRERY_HTTP_PROT", "1", "ORRERY_PORT_8080_TCP", "tcp://1.2.3.4", "ORRERY_AOT", "x");
    assertThat(ConfigReader.read(home, environment, Map.of()))
        .isInstanceOfSatisfying(
            Loaded.Ready.class,
            ready ->
                assertThat(ready.remarks())
                    .extracting(Mistake::toString)
                    .containsExactly(
                        "ORRERY_HTTP_PROT: is not a setting. Did you mean 'ORRERY_HTTP_PORT'?"));
  }

  @Test
  void a_database_and_a_key_must_look_like_one() {
    assertThat(wrong(Map.of("ORRERY_ENCRYPTION_SECRET_KEY", "c2hvcnQ="), Map.of()))
        .singleElement()
        .asString()
        .contains("base64 of 32 bytes")
        .doesNotContain("c2hvcnQ=");
    assertThat(wrong(Map.of(), Map.of("database.url", "mysql://root:hidden@host/x")))
        .singleElement()
        .asString()
        .startsWith("database.url: a database is sqlite:")
        .doesNotContain("hidden");
  }

  @Test
  void paths_are_below_home_unless_they_are_whole() {
    var config = ready(Map.of("ORRERY_STORAGE_PATH", "/data", "ORRERY_WORKER_TEMP", "w"), Map.of());
    assertThat(config.storage()).isEqualTo(Path.of("/data"));
    assertThat(config.worker().temp()).isEqualTo(home.resolve("w"));
  }

  private ServerConfig ready(Map<String, String> environment, Map<String, String> flags) {
    return switch (ConfigReader.read(home, environment, flags)) {
      case Loaded.Ready(var config, var _) -> config;
      case Loaded.Wrong(var mistakes) -> throw new AssertionError(mistakes.toString());
    };
  }

  private List<String> wrong(Map<String, String> environment, Map<String, String> flags) {
    return switch (ConfigReader.read(home, environment, flags)) {
      case Loaded.Ready(var config, var _) -> throw new AssertionError("accepted: " + config);
      case Loaded.Wrong(var mistakes) -> mistakes.stream().map(Mistake::toString).toList();
    };
  }

  private void file(String text) throws IOException {
    Files.writeString(home.resolve("orrery.yml"), text);
  }
}
