package io.orrery.testing;

import io.orrery.plugin.api.Storage;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.api.WorkingFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// Internal storage and a working folder, in one folder of the test.
final class TestFiles implements Storage, WorkingFolder {

  private static final String ADDRESS = "kestra:///";

  private final Path stored;
  private final Path working;

  TestFiles(Path folder) {
    this.stored = folder.resolve("stored");
    this.working = folder.resolve("working");
  }

  @Override
  public URI put(String name, InputStream content) throws IOException {
    var file = stored.resolve(name);
    Files.createDirectories(file.getParent());
    Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
    return URI.create(ADDRESS + name);
  }

  private Path file(URI address) {
    return stored.resolve(address.toString().substring(ADDRESS.length()));
  }

  @Override
  public InputStream open(URI address) throws IOException {
    var file = file(address);
    if (!Files.exists(file)) {
      throw new FileNotFoundException(address.toString());
    }
    return Files.newInputStream(file);
  }

  @Override
  public long size(URI address) throws IOException {
    var file = file(address);
    return Files.exists(file) ? Files.size(file) : -1;
  }

  @Override
  public boolean delete(URI address) throws IOException {
    return Files.deleteIfExists(file(address));
  }

  @Override
  public List<URI> deleteExecutionFiles() {
    throw new UnsupportedOperationException("a TestContext has no execution");
  }

  @Override
  public Path path() throws IOException {
    return Files.createDirectories(working);
  }

  @Override
  public Path resolve(String relative) throws IOException {
    var resolved = path().resolve(relative).normalize();
    if (!resolved.startsWith(working.normalize())) {
      throw new TaskFailure("'" + relative + "' leaves the working folder");
    }
    return resolved;
  }

  @Override
  public Path createFile(String extension) throws IOException {
    return Files.createTempFile(path(), "", extension);
  }
}
