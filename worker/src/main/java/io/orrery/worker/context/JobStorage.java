package io.orrery.worker.context;

import io.orrery.plugin.api.Storage;
import io.orrery.rpc.Job;
import io.orrery.storage.InternalStorage;
import io.orrery.storage.StoragePaths;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/// Internal storage as one job sees it: new files go into the folder of its task run.
record JobStorage(InternalStorage storage, Job job) implements Storage {

  @Override
  public URI put(String name, InputStream content) throws IOException {
    var folder = StoragePaths.taskRun(job.flow(), job.taskRun(), job.taskId());
    return storage.put(folder + "/" + name, content);
  }

  @Override
  public InputStream open(URI file) throws IOException {
    return storage.open(file);
  }

  @Override
  public long size(URI file) throws IOException {
    return storage.size(file);
  }

  @Override
  public boolean delete(URI file) throws IOException {
    return storage.delete(file);
  }

  @Override
  public List<URI> deleteExecutionFiles() throws IOException {
    var folder = StoragePaths.execution(job.flow(), job.taskRun().execution());
    var files = storage.list(folder);
    storage.deleteAll(folder);
    return files;
  }

  @Override
  public URI namespaceFile(String path) {
    return address(StoragePaths.namespaceFile(job.flow().namespace(), path));
  }

  static URI address(String path) {
    try {
      return new URI("kestra", "", path, null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("no path of a file: " + path, e);
    }
  }
}
