package io.orrery.worker.context;

import io.orrery.plugin.api.Storage;
import io.orrery.rpc.Job;
import io.orrery.rpc.TriggerJob;
import io.orrery.storage.InternalStorage;
import io.orrery.storage.StoragePaths;
import io.orrery.storage.ValueShelf;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/// Internal storage as one job sees it: new files go into the folder of its task run or trigger;
/// what it reads may be of a namespace or of this machine too.
record JobStorage(InternalStorage storage, FileAddresses addresses, Job job) implements Storage {

  static JobStorage of(Sources sources, Job job) {
    return new JobStorage(
        sources.storage(), new FileAddresses(job.flow().namespace(), sources), job);
  }

  @Override
  public URI put(String name, InputStream content) throws IOException {
    return storage.put(folder() + "/" + name, content);
  }

  private String folder() {
    return job.taskRun().seq() == TriggerJob.SEQ
        ? StoragePaths.trigger(job.flow(), job.taskRun().execution(), job.taskId())
        : StoragePaths.taskRun(job.flow(), job.taskRun(), job.taskId());
  }

  @Override
  public InputStream open(URI file) throws IOException {
    return addresses.open(file);
  }

  @Override
  public long size(URI file) throws IOException {
    return addresses.size(file);
  }

  @Override
  public boolean delete(URI file) throws IOException {
    return storage.delete(file);
  }

  @Override
  public List<URI> deleteExecutionFiles() throws IOException {
    var files = new ArrayList<URI>();
    for (var file : storage.list(StoragePaths.execution(job.flow(), job.taskRun().execution()))) {
      // Large values of the execution are part of its records: later tasks read them as outputs.
      if (!ValueShelf.holds(file) && storage.delete(file)) {
        files.add(file);
      }
    }
    return files;
  }
}
