package io.orrery.conformance.embedded;

import io.orrery.app.wiring.EmbeddedServer;
import io.orrery.app.wiring.Language;
import io.orrery.conformance.subject.Subject;
import io.orrery.conformance.subject.SubjectConfig;
import io.orrery.conformance.subject.SubjectFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Comparator;

/// Opens instances in temporary folders, which are deleted with them.
public final class EmbeddedSubjects implements SubjectFactory, AutoCloseable {

  private final Language language = Language.load(ZoneOffset.UTC);

  @Override
  public Subject open(SubjectConfig config) {
    var home = folder();
    try {
      var server = EmbeddedServer.open(EmbeddedConfig.of(config, home), config.environment());
      return new EmbeddedSubject(server, language, () -> delete(home));
    } catch (RuntimeException e) {
      delete(home);
      throw e;
    }
  }

  @Override
  public void close() {
    try {
      language.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder() {
    try {
      var home = Files.createTempDirectory("orrery-conformance-");
      Files.createDirectories(home.resolve("tmp"));
      return home;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the folder " + folder + " could not be deleted", e);
    }
  }
}
