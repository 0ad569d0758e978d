package io.orrery.app.config;

import io.orrery.model.flow.PluginDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Everything that can be set, with its default. The reference page `docs/configuration.md` is this
/// list.
public final class Settings {
  private Settings() {}

  public static final Setting<String> HTTP_HOST =
      new Setting<>(
          "http.host",
          Kinds.TEXT,
          "127.0.0.1",
          "Address that the server listens on. Any but a loopback address needs `http.user` and"
              + " `http.password`.");
  public static final Setting<Integer> HTTP_PORT =
      new Setting<>(
          "http.port", Kinds.PORT, "8080", "Port that the server listens on; 0 takes a free one.");
  public static final Setting<String> HTTP_USER =
      new Setting<>("http.user", Kinds.TEXT, "", "Name asked for by HTTP basic authentication.");
  public static final Setting<Secret> HTTP_PASSWORD =
      new Setting<>("http.password", Kinds.SECRET, "", "Password that goes with `http.user`.");
  public static final Setting<Long> HTTP_REQUEST_MAX =
      new Setting<>(
          "http.request-max",
          Kinds.SIZE,
          "10MiB",
          "Largest request body that holds no file, as a flow's source.");
  public static final Setting<Long> HTTP_UPLOAD_MAX =
      new Setting<>(
          "http.upload-max", Kinds.SIZE, "1GiB", "Largest request body that uploads files.");
  public static final Setting<String> URL =
      new Setting<>(
          "url",
          Kinds.TEXT,
          "",
          "Address under which people reach this server; used in links to executions.");
  public static final Setting<String> DATABASE_URL =
      new Setting<>(
          "database.url",
          Kinds.TEXT,
          "",
          "`sqlite:PATH`, `postgresql://HOST/DATABASE` or a `jdbc:` URL. Not set: the SQLite file"
              + " `orrery.db` in the home folder.");
  public static final Setting<String> DATABASE_USER =
      new Setting<>("database.user", Kinds.TEXT, "", "User of a PostgreSQL database.");
  public static final Setting<Secret> DATABASE_PASSWORD =
      new Setting<>("database.password", Kinds.SECRET, "", "Password of `database.user`.");
  public static final Setting<Path> STORAGE_PATH =
      new Setting<>(
          "storage.path",
          Kinds.PATH,
          "storage",
          "Folder of the internal storage: files of executions and namespaces.");
  public static final Setting<Integer> WORKER_PERMITS =
      new Setting<>(
          "worker.permits",
          Kinds.number(1, 100_000),
          "64",
          "How many task runs the worker has under way at once.");
  public static final Setting<Duration> WORKER_KILL_GRACE =
      new Setting<>(
          "worker.kill-grace",
          Kinds.DURATION,
          "5s",
          "How long a killed or timed-out process may take to end before it is ended by force.");
  public static final Setting<Duration> WORKER_STOP_GRACE =
      new Setting<>(
          "worker.stop-grace",
          Kinds.DURATION,
          "60s",
          "How long running tasks may take to finish when the server is told to stop; what is not"
              + " over then is broken off, and run again by the next start. Whoever stops the"
              + " server must wait longer than this, or it is killed in the middle; 0s waits for"
              + " nothing.");
  public static final Setting<Duration> WORKER_EVALUATION_TIMEOUT =
      new Setting<>(
          "worker.evaluation-timeout",
          Kinds.DURATION,
          "5m",
          "How long a polling trigger may take to look, when it has no `timeout` of its own; then"
              + " it is broken off, and looks again at its next time.");
  public static final Setting<Path> WORKER_TEMP =
      new Setting<>(
          "worker.temp",
          Kinds.PATH,
          "tmp",
          "Folder below which each running task has its working directory.");
  public static final Setting<ZoneId> ZONE =
      new Setting<>(
          "zone", Kinds.ZONE, "system", "Time zone of schedules that name none of their own.");
  public static final Setting<Duration> LEDGER_RETENTION =
      new Setting<>(
          "ledger.retention",
          Kinds.DURATION,
          "90d",
          "How long it is kept what was decided about the slots of triggers; `0s` keeps it for"
              + " ever. A schedule's newest decision always stays.");
  public static final Setting<String> VARIABLES_ENV_PREFIX =
      new Setting<>(
          "variables.env-prefix",
          Kinds.TEXT,
          "ENV_",
          "Environment variables that begin with this are `envs.*` in expressions, in lower case"
              + " and without it.");
  public static final Setting<Map<String, Object>> VARIABLES_GLOBALS =
      new Setting<>("variables.globals", Kinds.MAP, "", "What `globals.*` is in every expression.");
  public static final Setting<Long> VARIABLES_VALUE_MAX =
      new Setting<>(
          "variables.value-max",
          Kinds.SIZE,
          "64MiB",
          "How large the outputs of a task, or the inputs of an execution, may be; more fails the"
              + " task, or is refused.");
  public static final Setting<Secret> ENCRYPTION_KEY =
      new Setting<>(
          "encryption.secret-key",
          Kinds.SECRET,
          "",
          "Base64 of 32 bytes, which secret inputs and outputs are sealed with; losing it loses"
              + " them. Not set: `secret.key` in the home folder, made at the first start.");
  public static final Setting<Boolean> ENCRYPTION_ENABLED =
      new Setting<>(
          "encryption.enabled",
          Kinds.FLAG,
          "true",
          "Whether there is a key at all; without one, secret inputs and outputs are refused, and"
              + " namespaces keep no secrets.");
  public static final Setting<List<PluginDefault>> PLUGINS_DEFAULTS =
      new Setting<>(
          "plugins.defaults",
          Kinds.PLUGIN_DEFAULTS,
          "",
          "Values that tasks, triggers and conditions take unless their flow or namespace says"
              + " otherwise; `forced: true` ones win over both.");
  public static final Setting<List<PluginDefault>> PLUGINS_CONFIGURATIONS =
      new Setting<>(
          "plugins.configurations",
          Kinds.PLUGIN_DEFAULTS,
          "",
          "Kestra's place for settings of plugins, as `recoverMissedSchedules` of Schedule; taken"
              + " as further `plugins.defaults`, under those.");
  public static final Setting<Integer> RECOVERY_PER_SECOND =
      new Setting<>(
          "recovery.per-second",
          Kinds.number(1, 100_000),
          "50",
          "How many executions are made in a second for dates of schedules that were missed. Dates"
              + " on time are never held up by it.");
  public static final Setting<Integer> RECOVERY_PER_SECOND_OF_NAMESPACE =
      new Setting<>(
          "recovery.per-second-of-namespace",
          Kinds.number(1, 100_000),
          "25",
          "The same, for the flows of one namespace.");
  public static final Setting<List<Path>> LOCAL_FILES =
      new Setting<>(
          "local-files.allowed-paths",
          Kinds.PATHS,
          "",
          "Folders of this machine whose files flows may read as `file:///…`, and which triggers on"
              + " files may watch; those move and delete files there when they say so. Not set:"
              + " none.");
  public static final Setting<Boolean> EXAMPLES =
      new Setting<>(
          "examples", Kinds.FLAG, "true", "Whether a new, empty server gets the example flows.");

  public static final List<Setting<?>> ALL =
      List.of(
          HTTP_HOST,
          HTTP_PORT,
          HTTP_USER,
          HTTP_PASSWORD,
          HTTP_REQUEST_MAX,
          HTTP_UPLOAD_MAX,
          URL,
          DATABASE_URL,
          DATABASE_USER,
          DATABASE_PASSWORD,
          STORAGE_PATH,
          WORKER_PERMITS,
          WORKER_KILL_GRACE,
          WORKER_STOP_GRACE,
          WORKER_EVALUATION_TIMEOUT,
          WORKER_TEMP,
          ZONE,
          LEDGER_RETENTION,
          VARIABLES_ENV_PREFIX,
          VARIABLES_GLOBALS,
          VARIABLES_VALUE_MAX,
          ENCRYPTION_KEY,
          ENCRYPTION_ENABLED,
          PLUGINS_DEFAULTS,
          PLUGINS_CONFIGURATIONS,
          RECOVERY_PER_SECOND,
          RECOVERY_PER_SECOND_OF_NAMESPACE,
          LOCAL_FILES,
          EXAMPLES);

  /// Kestra's names of what has another one here: a key that people bring along says where it went.
  static final Map<String, String> ELSEWHERE = elsewhere();

  private static Map<String, String> elsewhere() {
    var moved = new LinkedHashMap<String, String>();
    moved.put("kestra.url", URL.key());
    moved.put("kestra.storage.local.base-path", STORAGE_PATH.key());
    moved.put("kestra.storage.local.basePath", STORAGE_PATH.key());
    moved.put("kestra.server.termination-grace-period", WORKER_STOP_GRACE.key());
    moved.put("kestra.server.terminationGracePeriod", WORKER_STOP_GRACE.key());
    moved.put("kestra.tasks.tmp-dir.path", WORKER_TEMP.key());
    moved.put("kestra.encryption.secret-key", ENCRYPTION_KEY.key());
    moved.put("kestra.variables.env-vars-prefix", VARIABLES_ENV_PREFIX.key());
    moved.put("kestra.variables.globals", VARIABLES_GLOBALS.key());
    moved.put("kestra.plugins.defaults", PLUGINS_DEFAULTS.key());
    moved.put("kestra.plugins.configurations", PLUGINS_CONFIGURATIONS.key());
    moved.put("kestra.local-files.allowed-paths", LOCAL_FILES.key());
    moved.put("kestra.server.basic-auth.username", HTTP_USER.key());
    moved.put("kestra.server.basic-auth.password", HTTP_PASSWORD.key());
    moved.put("kestra.tutorial-flows.enabled", EXAMPLES.key());
    moved.put("micronaut.server.port", HTTP_PORT.key());
    moved.put("datasources.postgres.url", DATABASE_URL.key());
    moved.put("datasources.postgres.username", DATABASE_USER.key());
    moved.put("datasources.postgres.password", DATABASE_PASSWORD.key());
    return moved;
  }
}
