package io.orrery.app.config;

/// The reference page of all settings, as Markdown. `docs/configuration.md` holds it; a test keeps
/// them equal.
public final class Reference {
  private Reference() {}

  public static String page() {
    var page = new StringBuilder(INTRODUCTION);
    page.append("| Key | Default | Kind | What it is |\n|---|---|---|---|\n");
    for (var setting : Settings.ALL) {
      page.append("| `")
          .append(setting.key())
          .append("` | ")
          .append(setting.standard().isEmpty() ? "not set" : "`" + setting.standard() + "`")
          .append(" | ")
          .append(setting.kind().words())
          .append(" | ")
          .append(setting.meaning())
          .append(" |\n");
    }
    return page.toString();
  }

  private static final String INTRODUCTION =
      """
      # Configuration

      <!-- Written by io.orrery.app.config.Reference; `orrery configuration` prints it. -->

      Orrery runs without any. What you set comes from, the later over the earlier:

      1. the defaults below;
      2. `orrery.yml` in the home folder;
      3. environment variables: `http.port` is `ORRERY_HTTP_PORT`, `worker.kill-grace` is `ORRERY_WORKER_KILL_GRACE`;
      4. flags of the command.

      The home folder is `--home`, else `ORRERY_HOME`, else `.orrery` in the current folder. Keys of the file may be
      nested or dotted:

      ```yaml
      http:
        port: 9090
      worker.permits: 16
      variables:
        globals:
          region: eu
      ```

      A secret can be kept in a file of its own: give its key with `-file` (`http.password-file: /run/secrets/http`).
      An unknown key stops the start and says which key was probably meant. All mistakes are shown at once.

      """;
}
