package io.orrery.server.execution;

import io.orrery.model.flow.Input;
import io.orrery.model.flow.InputType;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.input.InputReader;
import io.orrery.server.http.Body;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Parts.Part;
import io.orrery.storage.InternalStorage;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Turns the parts of a form into given values: texts as they are, files by their address in
/// internal storage.
final class Uploads {
  private static final String FILE_NAME = "file";
  private static final int NAME_CHARS_MAX = 150;

  private final InternalStorage storage;

  Uploads(InternalStorage storage) {
    this.storage = storage;
  }

  /// Whether files are kept, or only looked at (then their value is an address where nothing is).
  enum Files {
    KEPT,
    NAMED_ONLY
  }

  /// @param execution below whose folder the files go
  Map<String, Object> given(
      Body body, List<Input> inputs, FlowId flow, ExecutionId execution, Files files)
      throws IOException {
    var given = new LinkedHashMap<String, Object>();
    try (var parts = body.parts()) {
      for (var part : parts.all()) {
        var file = fileInput(part, inputs);
        if (file.isPresent()) {
          given.put(file.get().id(), address(part, file.get(), flow, execution, files));
        } else if (!part.name().isEmpty()) {
          given.put(part.name(), part.text(body.bytesMax()));
        }
      }
    }
    return given;
  }

  /// Takes back what [#given] kept, when nothing came of it.
  void discard(FlowId flow, ExecutionId execution) throws IOException {
    storage.deleteAll(folder(flow, execution) + "/inputs");
  }

  /// Removes all files of an execution.
  void discardAll(FlowId flow, ExecutionId execution) throws IOException {
    storage.deleteAll(folder(flow, execution));
  }

  /// The folder of an execution's files.
  static String folder(FlowId flow, ExecutionId execution) {
    return "/"
        + flow.namespace().replace('.', '/')
        + "/"
        + flow.id()
        + "/executions/"
        + execution.value();
  }

  /// The FILE input that a part is for: by its name, or by its file name as Kestra's older clients
  /// do.
  private static Optional<Input> fileInput(Part part, List<Input> inputs) {
    if (part.fileName().isEmpty()) {
      return Optional.empty();
    }
    var fileName = part.fileName().get();
    return inputs.stream()
        .filter(input -> input.type() == InputType.FILE)
        .filter(input -> input.id().equals(part.name()))
        .findFirst()
        .or(
            () ->
                inputs.stream()
                    .filter(input -> input.type() == InputType.FILE)
                    .filter(input -> input.id().equals(fileName))
                    .findFirst());
  }

  private String address(Part part, Input input, FlowId flow, ExecutionId execution, Files files)
      throws IOException {
    var name = InputReader.uploadName(input, safeName(part.fileName().orElse("")));
    var path = folder(flow, execution) + "/inputs/" + input.id() + "/" + name;
    return switch (files) {
      case NAMED_ONLY -> "kestra://" + path;
      case KEPT -> {
        try (var content = part.open()) {
          yield storage.put(path, content).toString();
        }
      }
    };
  }

  /// The last segment of what the client called the file, of harmless characters.
  static String safeName(String fileName) {
    var last =
        fileName.substring(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
    var harmless = last.replaceAll("[^\\p{L}\\p{N}._-]", "_");
    if (harmless.replace(".", "").isEmpty()) {
      return FILE_NAME;
    }
    return harmless.length() <= NAME_CHARS_MAX
        ? harmless
        : harmless.substring(harmless.length() - NAME_CHARS_MAX);
  }

  static Fault notAnAddress(String path) {
    return Fault.argument("'" + path + "' is not the address of a file (kestra:///…)");
  }
}
