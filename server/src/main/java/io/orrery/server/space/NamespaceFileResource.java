package io.orrery.server.space;

import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Parts;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.storage.NamespacePath;
import io.orrery.store.space.NamespaceFiles;
import io.orrery.store.space.NamespaceFiles.Entry;
import io.orrery.store.space.NamespaceFiles.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// Files of a namespace. The folder `/_flows` is not one of them: it stands for the flows.
public final class NamespaceFileResource {
  private static final String FILES = "/api/v1/namespaces/{namespace}/files";
  private static final int ZIP_ENTRIES_MAX = 10_000;
  private static final long ZIP_BYTES_MAX = 4L << 30;

  private final FileSpace space;
  private final NamespaceFiles files;
  private final FlowsInZip flows;

  public NamespaceFileResource(FileSpace space, FlowsInZip flows) {
    this.space = space;
    this.files = space.files();
    this.flows = flows;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(FILES, this::content),
        Route.post(FILES, this::upload),
        Route.put(FILES, this::move),
        Route.delete(FILES, this::delete),
        Route.get(FILES + "/directory", this::list),
        Route.post(FILES + "/directory", this::makeFolder),
        Route.get(FILES + "/search", this::search),
        Route.get(FILES + "/stats", this::stats),
        Route.get(FILES + "/revisions", this::revisions),
        Route.get(FILES + "/export", this::export));
  }

  private Answer content(Call call) {
    var path = path(call, "path");
    var namespace = call.param("namespace");
    var entry =
        call.query()
            .integer("revision")
            .map(number -> files.revision(namespace, path.text(), number))
            .orElseGet(() -> files.find(namespace, path.text()))
            .filter(found -> found.kind() == Kind.FILE && !found.deleted())
            .orElseThrow(() -> missing(path, namespace));
    return new Answer.Streamed(
        200,
        "application/octet-stream",
        Map.of("Content-Disposition", disposition(path.name())),
        out -> {
          try (var in = space.open(entry)) {
            in.transferTo(out);
          }
        });
  }

  private Answer upload(Call call) throws IOException, InterruptedException {
    var namespace = call.param("namespace");
    try (var parts = call.body().parts()) {
      var part =
          parts.all().stream()
              .filter(one -> one.name().equals("fileContent"))
              .findFirst()
              .or(() -> parts.all().stream().filter(one -> one.fileName().isPresent()).findFirst())
              .orElseThrow(() -> Fault.argument("the form needs a part 'fileContent'"));
      if (part.fileName().orElse("").toLowerCase(Locale.ROOT).endsWith(".zip")) {
        unpack(namespace, part, call.body().bytesMax());
        return Answer.empty(200);
      }
      var path = anyPath(call, "path");
      if (FlowsInZip.reserved(path.text())) {
        flows.save(namespace, path.text(), part.text(call.body().bytesMax()));
        return Answer.empty(200);
      }
      try (var content = part.open()) {
        return Answer.json(FileSpace.attributes(space.save(namespace, path, content)));
      }
    }
  }

  private void unpack(String namespace, Parts.Part part, int flowBytesMax)
      throws IOException, InterruptedException {
    try (var zip = new ZipInputStream(part.open(), StandardCharsets.UTF_8)) {
      var unpacked = new Unpacking(zip, ZIP_BYTES_MAX);
      int entries = 0;
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (++entries > ZIP_ENTRIES_MAX) {
          throw Fault.argument("a zip has at most " + ZIP_ENTRIES_MAX + " entries here");
        }
        var path = read(entry.getName());
        if (entry.isDirectory()) {
          continue;
        }
        if (FlowsInZip.reserved(path.text())) {
          var source = unpacked.readNBytes(flowBytesMax + 1);
          if (source.length > flowBytesMax) {
            throw Fault.of(413, "Request Entity Too Large: the flow " + path + " is too long");
          }
          flows.save(namespace, path.text(), new String(source, StandardCharsets.UTF_8));
        } else {
          space.save(namespace, path, unpacked);
        }
      }
    } catch (ZipException e) {
      throw Fault.argument("the zip cannot be read: " + e.getMessage());
    }
  }

  private Answer move(Call call) {
    var from = path(call, "from");
    var to = path(call, "to");
    var namespace = call.param("namespace");
    if (from.isTop() || to.isTop()) {
      throw Fault.argument("the top folder cannot be moved");
    }
    try {
      if (!files.move(namespace, from.text(), to.text(), space.clock().instant())) {
        throw missing(from, namespace);
      }
    } catch (NamespaceFiles.Clash e) {
      throw Fault.conflict(String.valueOf(e.getMessage()));
    }
    return Answer.empty(200);
  }

  /// Deleting what is not there is no mistake.
  private Answer delete(Call call) {
    var path = path(call, "path");
    files.delete(call.param("namespace"), path.text(), space.clock().instant());
    return Answer.empty(200);
  }

  private Answer list(Call call) {
    var folder = folder(call);
    var namespace = call.param("namespace");
    var there =
        folder.isTop()
            || files
                .find(namespace, folder.text())
                .filter(entry -> entry.kind() == Kind.FOLDER)
                .isPresent();
    if (!there) {
      throw missing(folder, namespace);
    }
    return Answer.json(
        files.in(namespace, folder.text()).stream().map(FileSpace::attributes).toList());
  }

  private Answer makeFolder(Call call) {
    try {
      files.makeFolder(call.param("namespace"), folder(call).text(), space.clock().instant());
    } catch (NamespaceFiles.Clash e) {
      throw Fault.conflict(String.valueOf(e.getMessage()));
    }
    return Answer.empty(200);
  }

  private Answer search(Call call) {
    var wanted = call.query().text("q").orElse("");
    return Answer.json(
        files.below(call.param("namespace"), "/").stream()
            .filter(entry -> entry.kind() == Kind.FILE)
            .map(Entry::path)
            .filter(path -> path.contains(wanted))
            .toList());
  }

  private Answer stats(Call call) {
    var path = folder(call);
    var namespace = call.param("namespace");
    if (!path.isTop()) {
      return Answer.json(
          FileSpace.attributes(
              files.find(namespace, path.text()).orElseThrow(() -> missing(path, namespace))));
    }
    var all = files.in(namespace, "/");
    long created =
        all.stream().mapToLong(entry -> entry.createdAt().toEpochMilli()).min().orElse(0);
    long saved = all.stream().mapToLong(entry -> entry.savedAt().toEpochMilli()).max().orElse(0);
    return Answer.json(
        new JsonMap()
            .with("type", "Directory")
            .with("fileName", "_files")
            .with("lastModifiedTime", saved)
            .with("creationTime", created)
            .with("size", 0)
            .map());
  }

  private Answer revisions(Call call) {
    var path = path(call, "path");
    var namespace = call.param("namespace");
    var revisions = files.revisions(namespace, path.text());
    if (revisions.isEmpty()) {
      throw missing(path, namespace);
    }
    return Answer.json(
        revisions.stream()
            .filter(entry -> !entry.deleted())
            .map(
                entry ->
                    new JsonMap()
                        .with("revision", entry.revision())
                        .with("size", entry.size())
                        .with("updated", entry.savedAt())
                        .map())
            .toList());
  }

  private Answer export(Call call) {
    var namespace = call.param("namespace");
    var entries =
        files.below(namespace, "/").stream().filter(one -> one.kind() == Kind.FILE).toList();
    return new Answer.Streamed(
        200,
        "application/octet-stream",
        Map.of("Content-Disposition", disposition(namespace + "_files.zip")),
        out -> {
          try (var zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
            for (var entry : entries) {
              zip.putNextEntry(new ZipEntry(entry.path().substring(1)));
              try (var in = space.open(entry)) {
                in.transferTo(zip);
              }
              zip.closeEntry();
            }
            for (var flow : flows.of(namespace)) {
              var name = FlowsInZip.FOLDER.substring(1) + "/" + flow.id().id() + ".yml";
              zip.putNextEntry(new ZipEntry(name));
              zip.write(flow.source().getBytes(StandardCharsets.UTF_8));
              zip.closeEntry();
            }
          }
        });
  }

  private static Fault missing(NamespacePath path, String namespace) {
    return Fault.notFound("no file '" + path + "' in namespace '" + namespace + "'");
  }

  /// The top when no path is given.
  private static NamespacePath folder(Call call) {
    return call.query().text("path").isEmpty() ? NamespacePath.TOP : path(call, "path");
  }

  private static NamespacePath path(Call call, String parameter) {
    var path = anyPath(call, parameter);
    if (FlowsInZip.reserved(path.text())) {
      throw Fault.argument("Forbidden path: " + path + " stands for the flows of the namespace");
    }
    return path;
  }

  private static NamespacePath anyPath(Call call, String parameter) {
    return read(
        call.query()
            .text(parameter)
            .orElseThrow(() -> Fault.argument("parameter '" + parameter + "' is needed")));
  }

  private static NamespacePath read(String text) {
    try {
      return NamespacePath.of(text);
    } catch (IllegalArgumentException e) {
      throw Fault.argument(String.valueOf(e.getMessage()));
    }
  }

  private static String disposition(String name) {
    return "attachment; filename=\"" + name.replaceAll("[\"\\\\\\p{Cntrl}]", "_") + "\"";
  }
}
