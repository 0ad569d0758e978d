package io.orrery.plugin.jdbc.sqlite;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.jdbc.ConnectionProperties;
import io.orrery.plugin.jdbc.Source;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Which SQLite database: a file of the worker's machine, as in `jdbc:sqlite:/data/my.db`; a file
/// of the working folder, where there is one of that relative path; or a stored file.
record SqliteProperties(
    @Inline ConnectionProperties connection,
    @Doc("The address of a stored database, brought to the relative path that `url` names.")
        Property<URI> sqliteFile) {

  private static final String PREFIX = "jdbc:sqlite:";

  Source source(RunContext context) throws IOException {
    var url = context.require(connection.url(), "url");
    return Source.of(connection, located(url, context), new SqliteDialect(), context);
  }

  private String located(String url, RunContext context) throws IOException {
    if (!url.startsWith(PREFIX)) {
      return url;
    }
    var rest = url.substring(PREFIX.length());
    int options = rest.indexOf('?');
    var name = options < 0 ? rest : rest.substring(0, options);
    if (!isRelativeFile(name)) {
      return url;
    }
    var stored = context.render(sqliteFile);
    var file = context.workingFolder().resolve(name);
    if (stored.isPresent()) {
      bring(stored.get(), file, context);
    }
    return Files.exists(file) ? PREFIX + file + (options < 0 ? "" : rest.substring(options)) : url;
  }

  private static boolean isRelativeFile(String name) {
    if (name.isEmpty() || name.startsWith(":") || name.startsWith("file:")) {
      return false;
    }
    try {
      return !Path.of(name).isAbsolute();
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static void bring(URI stored, Path file, RunContext context) throws IOException {
    var parent = file.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    try (var content = context.storage().open(stored)) {
      Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
