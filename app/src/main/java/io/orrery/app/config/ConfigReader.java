package io.orrery.app.config;

import io.orrery.model.flow.PluginDefault;
import io.orrery.store.sql.DatabaseConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Reads the configuration: defaults, under `orrery.yml` of the home folder, under `ORRERY_*` of
/// the environment, under flags.
///
/// An unknown key of the file is a mistake. An unknown `ORRERY_*` variable is not, since other
/// programs make such names too (Kubernetes sets `ORRERY_PORT` for a service `orrery`); one that is
/// nearly a known name gets a remark.
public final class ConfigReader {

  public static final String FILE = "orrery.yml";

  private static final int FILE_BYTES_MAX = 1 << 20;

  /// Read by the launcher or for the home folder, not settings.
  private static final List<String> OTHER_VARIABLES =
      List.of(
          "ORRERY_HOME",
          "ORRERY_JAVA_HOME",
          "ORRERY_JAVA_OPTS",
          "ORRERY_AOT",
          "ORRERY_CACHE",
          "ORRERY_DIST");

  private final Path home;
  private final Map<String, Given> given = new LinkedHashMap<>();
  private final List<Mistake> mistakes = new ArrayList<>();
  private final List<Mistake> remarks = new ArrayList<>();

  /// A value and who gave it.
  private record Given(Object value, String where) {}

  private ConfigReader(Path home) {
    this.home = home.toAbsolutePath().normalize();
  }

  /// @param home need not exist
  /// @param flags from key to value, as the command line gave them
  public static Loaded read(Path home, Map<String, String> environment, Map<String, String> flags) {
    var reader = new ConfigReader(home);
    reader.readFile();
    reader.readEnvironment(environment);
    flags.forEach((key, value) -> reader.given.put(key, new Given(value, "flag for " + key)));
    var config = reader.config();
    return reader.mistakes.isEmpty()
        ? new Loaded.Ready(config, reader.remarks)
        : new Loaded.Wrong(reader.mistakes);
  }

  private void readFile() {
    var file = home.resolve(FILE);
    if (!Files.exists(file)) {
      return;
    }
    try {
      if (Files.size(file) > FILE_BYTES_MAX) {
        mistakes.add(new Mistake(file.toString(), "is larger than a configuration should be"));
        return;
      }
      var tree =
          new Load(LoadSettings.builder().setLabel(FILE).build())
              .loadFromString(Files.readString(file));
      if (tree instanceof Map<?, ?> map) {
        flatten("", map);
      } else if (tree != null) {
        mistakes.add(new Mistake(file.toString(), "must be a map of keys"));
      }
    } catch (IOException e) {
      mistakes.add(new Mistake(file.toString(), "cannot be read: " + e));
    } catch (YamlEngineException e) {
      mistakes.add(new Mistake(file.toString(), "is not YAML: " + e.getMessage()));
    }
  }

  private void flatten(String prefix, Map<?, ?> tree) {
    tree.forEach(
        (name, value) -> {
          var key = prefix + name;
          if (key.equals(Settings.VARIABLES_GLOBALS.key())) {
            put(key, value);
          } else if (value instanceof Map<?, ?> map) {
            flatten(key + ".", map);
          } else {
            put(key, value);
          }
        });
  }

  private void put(String key, @Nullable Object value) {
    var where = FILE + " " + key;
    if (!keys().containsKey(key)) {
      var moved = Settings.ELSEWHERE.get(key);
      var mend =
          moved != null
              ? " That is Kestra's name; here it is '" + moved + "'."
              : Suggestion.of(key, keys().keySet())
                  .map(near -> " Did you mean '" + near + "'?")
                  .orElse(" docs/configuration.md lists all keys.");
      mistakes.add(new Mistake(where, "unknown key." + mend));
    } else if (value != null) {
      given.put(key, new Given(value, where));
    }
  }

  private void readEnvironment(Map<String, String> environment) {
    var byVariable = new TreeMap<String, String>();
    keys().forEach((key, variable) -> byVariable.put(variable, key));
    new TreeMap<>(environment)
        .forEach(
            (name, value) -> {
              var key = byVariable.get(name);
              if (key != null) {
                given.put(key, new Given(value, name));
              } else if (name.startsWith("ORRERY_") && !OTHER_VARIABLES.contains(name)) {
                Suggestion.of(name, byVariable.keySet())
                    .ifPresent(
                        near ->
                            remarks.add(
                                new Mistake(
                                    name, "is not a setting. Did you mean '" + near + "'?")));
              }
            });
  }

  /// Every key that may be given, with the variable that means it.
  private static Map<String, String> keys() {
    var keys = new TreeMap<String, String>();
    for (var setting : Settings.ALL) {
      keys.put(setting.key(), setting.variable());
      if (setting.secret()) {
        keys.put(setting.fileKey(), setting.variable() + "_FILE");
      }
    }
    return keys;
  }

  private ServerConfig config() {
    var worker =
        new ServerConfig.Worker(
            value(Settings.WORKER_PERMITS),
            value(Settings.WORKER_KILL_GRACE),
            value(Settings.WORKER_STOP_GRACE),
            value(Settings.WORKER_EVALUATION_TIMEOUT),
            home.resolve(value(Settings.WORKER_TEMP)));
    var globals = find(Settings.VARIABLES_GLOBALS).orElse(Map.of());
    return new ServerConfig(
        home,
        Optional.of(http()),
        database(),
        home.resolve(value(Settings.STORAGE_PATH)),
        worker,
        new ServerConfig.Variables(
            value(Settings.VARIABLES_ENV_PREFIX), globals, value(Settings.VARIABLES_VALUE_MAX)),
        text(Settings.URL),
        value(Settings.ZONE),
        Optional.of(value(Settings.LEDGER_RETENTION)).filter(it -> !it.isZero()),
        new ServerConfig.Encryption(value(Settings.ENCRYPTION_ENABLED), encryptionKey()),
        pluginDefaults(),
        new ServerConfig.Recovery(
            value(Settings.RECOVERY_PER_SECOND), value(Settings.RECOVERY_PER_SECOND_OF_NAMESPACE)),
        find(Settings.LOCAL_FILES).orElse(List.of()).stream().map(home::resolve).toList(),
        value(Settings.EXAMPLES));
  }

  private List<PluginDefault> pluginDefaults() {
    var all = new ArrayList<>(find(Settings.PLUGINS_DEFAULTS).orElse(List.of()));
    all.addAll(find(Settings.PLUGINS_CONFIGURATIONS).orElse(List.of()));
    return all;
  }

  private ServerConfig.Database database() {
    var url = text(Settings.DATABASE_URL).orElse("sqlite:" + home.resolve("orrery.db"));
    try {
      DatabaseConfig.parse(url);
    } catch (IllegalArgumentException e) {
      mistakes.add(new Mistake(Settings.DATABASE_URL.key(), String.valueOf(e.getMessage())));
    }
    return new ServerConfig.Database(
        url, text(Settings.DATABASE_USER), secret(Settings.DATABASE_PASSWORD));
  }

  private Optional<Secret> encryptionKey() {
    var key = secret(Settings.ENCRYPTION_KEY);
    if (key.isPresent() && !keyOf32Bytes(key.get().reveal())) {
      mistakes.add(
          new Mistake(
              Settings.ENCRYPTION_KEY.key(),
              "must be base64 of 32 bytes; make one with: openssl rand -base64 32"));
    }
    return key;
  }

  private static boolean keyOf32Bytes(String text) {
    try {
      return Base64.getDecoder().decode(text).length == 32;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private ServerConfig.Http http() {
    var host = value(Settings.HTTP_HOST);
    var user = text(Settings.HTTP_USER);
    var password = secret(Settings.HTTP_PASSWORD);
    if (user.isPresent() != password.isPresent()) {
      mistakes.add(new Mistake("http.user, http.password", "one needs the other"));
    } else if (user.isEmpty() && !loopback(host)) {
      mistakes.add(
          new Mistake(
              "http.host",
              host
                  + " can be reached from other machines: set http.user and http.password"
                  + " (--user, --password-file), or listen on 127.0.0.1"));
    }
    return new ServerConfig.Http(
        host,
        value(Settings.HTTP_PORT),
        user.flatMap(name -> password.map(word -> new ServerConfig.Credentials(name, word))),
        value(Settings.HTTP_REQUEST_MAX),
        value(Settings.HTTP_UPLOAD_MAX));
  }

  /// A name that cannot be resolved counts as reachable: the careful answer.
  private static boolean loopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private Optional<String> text(Setting<String> setting) {
    return find(setting).filter(text -> !text.isEmpty());
  }

  /// From its own key, or from the file that `…-file` names, without the line end.
  private Optional<Secret> secret(Setting<Secret> setting) {
    var file = given.get(setting.fileKey());
    if (file == null) {
      return find(setting).filter(secret -> !secret.reveal().isEmpty());
    }
    if (given.containsKey(setting.key())) {
      mistakes.add(new Mistake(file.where(), "and " + setting.key() + " are both given; keep one"));
      return Optional.empty();
    }
    try {
      // A flag's path is the shell's; one in the file or the environment is below home.
      var path = Path.of(String.valueOf(file.value()));
      var base = file.where().startsWith("flag ") ? Path.of("").toAbsolutePath() : home;
      var word = Files.readString(base.resolve(path)).strip();
      if (word.isEmpty()) {
        mistakes.add(new Mistake(file.where(), file.value() + " is empty"));
      }
      return Optional.of(new Secret(word));
    } catch (IOException e) {
      mistakes.add(new Mistake(file.where(), "cannot be read: " + e));
      return Optional.empty();
    }
  }

  /// The given value, else the default. A wrong value is noted and the default goes on in its
  /// place, so that all mistakes are found.
  private <T> T value(Setting<T> setting) {
    return find(setting)
        .orElseThrow(() -> new IllegalStateException(setting.key() + " has no default"));
  }

  private <T> Optional<T> find(Setting<T> setting) {
    var answer = given.get(setting.key());
    if (answer != null) {
      try {
        return Optional.of(setting.kind().reader().read(answer.value()));
      } catch (Kind.Wrong e) {
        var shown = setting.secret() ? "the value" : "'" + answer.value() + "'";
        mistakes.add(new Mistake(answer.where(), shown + " " + e.getMessage()));
      }
    }
    if (setting.standard().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(setting.kind().reader().read(setting.standard()));
    } catch (Kind.Wrong e) {
      throw new IllegalStateException("default of " + setting.key(), e);
    }
  }
}
