package io.orrery.conformance.embedded;

import io.orrery.conformance.subject.Content;
import io.orrery.conformance.subject.FlowName;
import io.orrery.conformance.subject.InputPart;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.storage.InternalStorage;
import io.orrery.storage.StoragePaths;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Optional;

/// Files of an instance's internal storage.
final class Files {

  /// An execution that will not be: inputs resolved for it are never started with.
  private static final ExecutionId NOBODY = new ExecutionId("0000000000000000000000");

  private final InternalStorage storage;

  Files(InternalStorage storage) {
    this.storage = storage;
  }

  Optional<Content> read(String address) {
    try (var in = storage.open(URI.create(address))) {
      return Optional.of(Content.of(in.readAllBytes()));
    } catch (FileNotFoundException | IllegalArgumentException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String put(String path, Content content) {
    try {
      return storage.put(path, new ByteArrayInputStream(content.bytes())).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Where an upload for an input would be kept.
  String upload(FlowName flow, InputPart.Upload upload) {
    var folder = StoragePaths.input(new FlowId(flow.namespace(), flow.id()), NOBODY, upload.name());
    return put(folder + "/" + upload.fileName(), upload.content());
  }

  void deleteAll(String folder) {
    try {
      storage.deleteAll(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
