package io.orrery.plugin.core.file;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Property;

/// Which files of which folder a trigger looks for, and what becomes of them.
public record FolderProperties(
    @Doc(
            value =
                "The folder, absolute; below one that the setting `local-files.allowed-paths` of"
                    + " the installation names.",
            required = true)
        Property<String> from,
    @Doc("A regular expression that the whole path of a file must match.") Property<String> regExp,
    @Doc(value = "Whether folders in it are looked into.", defaultText = "false")
        Property<Boolean> recursive,
    @Doc(
            value = "Which files are news: new ones, changed ones, or both.",
            defaultText = "CREATE_OR_UPDATE")
        Property<On> on,
    @Doc(value = "What becomes of a file once its execution is committed.", defaultText = "NONE")
        Property<Action> action,
    @Doc("Where files are moved to, absolute; needed for `action: MOVE`.")
        Property<String> moveDirectory,
    @Doc(value = "Has no effect: the trigger keeps what it has seen.", deprecated = true)
        Property<String> stateKey,
    @Doc(value = "Has no effect: what it has seen it never forgets.", deprecated = true)
        Property<String> stateTtl) {

  /// Which files are news.
  public enum On {
    CREATE,
    UPDATE,
    CREATE_OR_UPDATE
  }

  /// What becomes of a file that was found.
  public enum Action {
    NONE,
    MOVE,
    DELETE
  }
}
